import { inScope, type RequestScope, requestScope, sharedScope, unlessAborted } from '../common/request-scope.js';

interface Flight<Result> {
  readonly key: string;
  readonly version: object | undefined;
  readonly scope: RequestScope;
  readonly controller: AbortController;
  readonly result: Promise<Result>;
  waiting: number;
}

/** Does work once for all requests that ask for it while it is in flight. */
export class SingleFlight<Result> {
  /** An array: see docs/decisions.md, "One plain read path". */
  private readonly flights: Flight<Result>[] = [];

  /**
   * Joins the work in flight for the key at a version of the data, or starts it. The work has a scope of its own, without
   * token and language, whose signal is aborted when the last request that waits has ended, for that request's reason. Its
   * calls and searches count for every request.
   * @throws what the work throws; the reason of the request's signal when the request ends first
   */
  async run(key: string, work: () => Promise<Result>, version?: object): Promise<Result> {
    const scope = requestScope();
    scope.signal.throwIfAborted();
    const at = version ?? scope.snapshot;
    const flight = this.flights.find((other) => other.key === key && other.version === at) ?? this.begin(key, at, scope, work);
    const { elastic, searches } = flight.scope;
    const endTiming = elastic.share(scope.elastic);
    flight.waiting += 1;
    const leave = (): void => {
      flight.waiting -= 1;
      endTiming();
      scope.searches.push(...searches);
      if (flight.waiting > 0 || !scope.signal.aborted) return;
      this.remove(flight);
      flight.controller.abort(scope.signal.reason);
    };
    // A request that ends early is logged before its promises go on.
    scope.signal.addEventListener('abort', leave, { once: true });
    try {
      return await unlessAborted(flight.result, scope.signal);
    } finally {
      if (!scope.signal.aborted) {
        scope.signal.removeEventListener('abort', leave);
        leave();
      }
    }
  }

  private begin(key: string, version: object | undefined, begun: RequestScope, work: () => Promise<Result>): Flight<Result> {
    const controller = new AbortController();
    const scope = sharedScope(begun, controller.signal);
    const flight = { key, version, scope, controller, result: inScope(scope, work), waiting: 0 };
    this.flights.push(flight);
    const remove = (): void => this.remove(flight);
    flight.result.then(remove, remove);
    return flight;
  }

  private remove(flight: Flight<Result>): void {
    const at = this.flights.indexOf(flight);
    if (at >= 0) this.flights.splice(at, 1);
  }
}
