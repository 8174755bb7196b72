import { setTimeout as sleep } from 'node:timers/promises';

/** A request and what a right answer to it holds, computed some other way. */
export interface Expectation {
  readonly path: string;
  readonly body: object;
  /** What is wrong with the data of a successful answer; undefined when nothing is. */
  readonly faultIn: (data: AnswerData) => string | undefined;
}

export interface AnswerData {
  readonly total?: number;
  readonly has_more?: number;
  readonly list: readonly Readonly<Record<string, unknown>>[];
}

/** What became of the requests of a phase. */
export interface Tally {
  sent: number;
  /** 503 with `Retry-After`, as docs/api.md describes. */
  refused: number;
  /** Anything else but 200, or no answer. */
  failed: number;
  /** 200 with another list or total than computed. */
  wrong: number;
  slowestMs: number;
  readonly faults: string[];
}

export const MOST_FAULTS = 5;
const ANSWER_TIMEOUT_MS = 15_000;

/** Whether a service asks to try again later, as docs/api.md describes. */
export const isRefusal = ({ status, headers }: Response): boolean => status === 503 && headers.has('Retry-After');

export const emptyTally = (): Tally => ({ sent: 0, refused: 0, failed: 0, wrong: 0, slowestMs: 0, faults: [] });

/** Workers that send one request after another and hold every answer against what it should be. */
export class WatchedLoad {
  /** Counts the phase that is under way; put another one in its place to begin the next. */
  tally = emptyTally();
  private running = false;
  private workers: Promise<void>[] = [];

  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly next: () => Expectation,
    private readonly ask: (url: string, init: RequestInit) => Promise<Response> = fetch,
  ) {}

  /** @param pauseMs between an answer and the next request of the same worker */
  start(workers: number, pauseMs = 0): void {
    this.running = true;
    this.workers = Array.from({ length: workers }, () => this.work(pauseMs));
  }

  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.workers);
  }

  private async work(pauseMs: number): Promise<void> {
    while (this.running) {
      await this.send(this.next());
      if (pauseMs > 0) await sleep(pauseMs);
    }
  }

  private async send({ path, body, faultIn }: Expectation): Promise<void> {
    const { tally } = this;
    const startedAt = performance.now();
    tally.sent += 1;
    const note = (kind: 'failed' | 'wrong', fault: string): void => {
      tally[kind] += 1;
      if (tally.faults.length < MOST_FAULTS) tally.faults.push(`${path} ${JSON.stringify(body)}: ${fault}`);
    };
    try {
      const response = await this.ask(`${this.url}${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      const text = await response.text();
      if (isRefusal(response)) return void (tally.refused += 1);
      if (response.status !== 200) return note('failed', `${response.status} ${text.slice(0, 300)}`);
      const fault = faultIn((JSON.parse(text) as { data: AnswerData }).data);
      if (fault !== undefined) note('wrong', fault);
    } catch (error) {
      const { name, message, cause } = error as Error;
      note('failed', `${name} ${message} ${cause instanceof Error ? cause.message : ''}`);
    } finally {
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - startedAt);
    }
  }
}
