interface Work<Result> {
  readonly key: string;
  readonly result: Promise<Result>;
  /** Of the caller who began it, which ends it. */
  readonly signal: AbortSignal;
}

/** Work that is asked for again while it is under way is done once. */
export class SharedWork<Result> {
  /** An array, as of all that comes and goes with each request: see docs/adr/0009-arrays-of-what-is-under-way.md. */
  private readonly underWay: Work<Result>[] = [];

  /**
   * The result of the work under way for the key, or of `start` when there is none. When whoever began it has gone, it is
   * begun anew for those who still wait.
   * @param signal ends the waiting of this caller, with the signal's reason, and the work if this caller began it
   */
  async join(key: string, signal: AbortSignal, start: () => Promise<Result>): Promise<Result> {
    for (;;) {
      signal.throwIfAborted();
      const work = this.underWay.find((other) => other.key === key);
      if (work === undefined) return this.begin(key, signal, start);
      try {
        return await unlessAborted(work.result, signal);
      } catch (error) {
        if (signal.aborted || !work.signal.aborted) throw error;
      }
    }
  }

  private async begin(key: string, signal: AbortSignal, start: () => Promise<Result>): Promise<Result> {
    const result = start();
    const work = { key, result, signal };
    this.underWay.push(work);
    try {
      return await result;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      this.underWay.splice(this.underWay.indexOf(work), 1);
    }
  }
}

function unlessAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
