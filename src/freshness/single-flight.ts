import { CallTimer, inScope, type RequestScope, requestScope, unlessAborted } from '../common/request-scope.js';

interface Flight<Result> {
  readonly key: string;
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
   * Joins the work in flight for the key, or starts it in a scope of its own. The signal of that scope is aborted when
   * the last request that waits has ended, for that request's reason. Its calls and searches count for every request.
   * @throws what the work throws; the reason of the request's signal when the request ends first
   */
  async run(key: string, work: () => Promise<Result>): Promise<Result> {
    const scope = requestScope();
    scope.signal.throwIfAborted();
    const flight = this.flights.find((other) => other.key === key) ?? this.begin(key, scope, work);
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

  private begin(key: string, scope: RequestScope, work: () => Promise<Result>): Flight<Result> {
    const controller = new AbortController();
    const own = { ...scope, signal: controller.signal, elastic: new CallTimer(), searches: [] };
    const flight = { key, scope: own, controller, result: inScope(own, work), waiting: 0 };
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
