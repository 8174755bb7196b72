import { DeadlineError } from './errors.js';

/** The time that a call has, all its tries together, and the signal of its caller. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly onAbort = (): void => this.controller.abort(this.outer?.reason);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private endsAt = 0;

  constructor(
    private readonly timeoutMs: number,
    private readonly outer: AbortSignal | undefined,
  ) {
    if (outer?.aborted === true) this.onAbort();
    outer?.addEventListener('abort', this.onAbort, { once: true });
    this.restart();
  }

  /** Aborted when the time is over or the caller gives up. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get remainingMs(): number {
    return this.endsAt - performance.now();
  }

  /** Gives the whole time again, from now. */
  restart(): void {
    clearTimeout(this.timer);
    this.endsAt = performance.now() + this.timeoutMs;
    this.timer = setTimeout(() => this.controller.abort(new DeadlineError(this.timeoutMs)), this.timeoutMs);
  }

  /** Lets no time pass until `restart`: the caller is at work with what came. */
  pause(): void {
    clearTimeout(this.timer);
  }

  /** @throws DeadlineError when the time is over, and the reason of the caller's signal when that is aborted */
  async sleep(ms: number): Promise<void> {
    this.signal.throwIfAborted();
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.signal.addEventListener('abort', done);
    });
    this.signal.throwIfAborted();
  }

  /** Nothing of it lasts. */
  end(): void {
    clearTimeout(this.timer);
    this.outer?.removeEventListener('abort', this.onAbort);
  }
}
