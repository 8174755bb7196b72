interface Flight<Result> {
  readonly key: string;
  readonly result: Promise<Result>;
  /** Ends the work when nobody waits for it any more. */
  readonly controller: AbortController;
  waiting: number;
}

/** Work that is asked for again while it is in flight is done once. */
export class SingleFlight<Result> {
  /** An array: see docs/adr/0020-one-plain-read-path.md. */
  private readonly flights: Flight<Result>[] = [];

  /**
   * The result of the work in flight for the key, or of `start` when there is none.
   * @param signal ends the waiting of this caller, with the signal's reason
   * @param start does the work until its own signal is aborted: when the last caller has gone, for that caller's reason
   */
  async join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    const flight = this.flights.find((other) => other.key === key) ?? this.begin(key, start);
    flight.waiting += 1;
    return new Promise<Result>((resolve, reject) => {
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
  }

  private begin(key: string, start: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const controller = new AbortController();
    const flight: Flight<Result> = { key, result: start(controller.signal), controller, waiting: 0 };
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
