/** Work in progress: its maker and its result. */
export interface Work<Maker, Result> {
  readonly maker: Maker;
  readonly result: Promise<Result>;
}

interface Flight<Maker, Result> extends Work<Maker, Result> {
  readonly key: string;
  /** Cancels the work when its last caller has left. */
  readonly controller: AbortController;
  waiting: number;
}

/** Does work once for all callers who ask for it while it is in flight. */
export class SingleFlight<Maker, Result> {
  /** An array: see docs/adr/0020-one-plain-read-path.md. */
  private readonly flights: Flight<Maker, Result>[] = [];

  /**
   * Joins the work in flight for the key, or starts it.
   * @param signal ends the waiting of this caller, with the signal's reason
   * @param start begins the work. Its signal is aborted when the last caller has left, for that caller's reason.
   * @returns the maker of the work, and its result for this caller
   * @throws the signal's reason when the caller has left already
   */
  join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Work<Maker, Result>): Work<Maker, Result> {
    signal.throwIfAborted();
    const flight = this.flights.find((other) => other.key === key) ?? this.begin(key, start);
    flight.waiting += 1;
    const result = new Promise<Result>((resolve, reject) => {
      const leave = (): void => {
        reject(signal.reason as Error);
        flight.waiting -= 1;
        if (flight.waiting > 0) return;
        this.remove(flight);
        flight.controller.abort(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      flight.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
    return { maker: flight.maker, result };
  }

  private begin(key: string, start: (signal: AbortSignal) => Work<Maker, Result>): Flight<Maker, Result> {
    const controller = new AbortController();
    const flight = { ...start(controller.signal), key, controller, waiting: 0 };
    this.flights.push(flight);
    const remove = (): void => this.remove(flight);
    flight.result.then(remove, remove);
    return flight;
  }

  private remove(flight: Flight<Maker, Result>): void {
    const at = this.flights.indexOf(flight);
    if (at >= 0) this.flights.splice(at, 1);
  }
}
