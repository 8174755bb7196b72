interface Work<Result> {
  readonly controller: AbortController;
  readonly result: Promise<Result>;
  waiting: number;
}

/** Work that is asked for again while it is under way is done once; it is given up when nobody waits for it any more. */
export class SharedWork<Result> {
  private readonly running = new Map<string, Work<Result>>();

  /**
   * The result of the work under way for the key, or of `start` when there is none.
   * @param signal ends the waiting of this caller alone, with the signal's reason
   * @param start given a signal that ends the work when its last caller has gone
   */
  async join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    const work = this.running.get(key) ?? this.begin(key, start);
    work.waiting += 1;
    return new Promise<Result>((resolve, reject) => {
      const leave = (): void => {
        work.waiting -= 1;
        if (work.waiting === 0) this.giveUp(key, work, signal.reason);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      work.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  private begin(key: string, start: (signal: AbortSignal) => Promise<Result>): Work<Result> {
    const controller = new AbortController();
    const result = start(controller.signal).finally(() => this.forget(key, work));
    const work: Work<Result> = { controller, result, waiting: 0 };
    this.running.set(key, work);
    return work;
  }

  private giveUp(key: string, work: Work<Result>, reason: unknown): void {
    this.forget(key, work);
    work.controller.abort(reason);
  }

  private forget(key: string, work: Work<Result>): void {
    if (this.running.get(key) === work) this.running.delete(key);
  }
}
