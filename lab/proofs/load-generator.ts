import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request: what it asks does not matter to who sends it. */
export interface Post {
  readonly path: string;
  readonly body: string;
}

/** What became of a load: milliseconds of answers of status 200 and 503, counted from when their request was due. */
export interface LoadOutcome {
  readonly sent: number;
  readonly accepted: readonly number[];
  readonly refused: readonly number[];
  /** Answers of another status, and connections that failed. */
  readonly other: readonly string[];
  /** From the first request that was due to the last. */
  readonly seconds: number;
}

/** As clients and balancers have: a request that finds none free waits, and that counts. */
const MOST_CONNECTIONS = 256;

/**
 * Sends requests in this process, on the cores that the service has; so that it takes little of them it speaks HTTP no
 * further than it must: one request at a time on each connection, answers that say their length.
 */
export class LoadGenerator {
  private readonly host: string;
  private readonly port: number;
  private readonly idle: Connection[] = [];
  private readonly all = new Set<Connection>();
  private readonly waiting: ((connection: Connection) => void)[] = [];

  constructor(
    url: string,
    private readonly token: string,
    private readonly next: () => Post,
  ) {
    const { hostname, port } = new URL(url);
    this.host = hostname;
    this.port = Number(port);
  }

  /** So many at a time, each followed by another as soon as it is answered. */
  async closed(workers: number, ms: number): Promise<LoadOutcome> {
    const outcome = emptyOutcome();
    const startedAt = performance.now();
    const work = async (): Promise<void> => {
      while (performance.now() - startedAt < ms) await this.one(outcome, performance.now());
    };
    await Promise.all(Array.from({ length: workers }, work));
    return { ...outcome, seconds: (performance.now() - startedAt) / 1000 };
  }

  /** So many a second, whether the ones before are answered or not. */
  async open(perSecond: number, ms: number): Promise<LoadOutcome> {
    const outcome = emptyOutcome();
    const startedAt = performance.now();
    const underWay: Promise<void>[] = [];
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        const elapsed = performance.now() - startedAt;
        for (let due = underWay.length; due <= (elapsed * perSecond) / 1000; due++) {
          underWay.push(this.one(outcome, startedAt + (due * 1000) / perSecond));
        }
        if (elapsed < ms) return;
        clearInterval(timer);
        resolve();
      }, 1);
    });
    const seconds = (performance.now() - startedAt) / 1000;
    await Promise.all(underWay);
    return { ...outcome, seconds };
  }

  /** Opens all the connections it may have: a load that begins then is not one of new connections. */
  async connectAll(): Promise<void> {
    const added = Array.from({ length: MOST_CONNECTIONS - this.all.size }, () => this.connect());
    await Promise.all(added.map((connection) => connection.opened()));
    this.idle.push(...added);
  }

  close(): void {
    for (const connection of this.all) connection.end();
  }

  private async one(outcome: ReturnType<typeof emptyOutcome>, dueAt: number): Promise<void> {
    const { path, body } = this.next();
    const connection = await this.free();
    outcome.sent += 1;
    try {
      const status = await connection.send(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${this.token}\r\n` +
          `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      const took = performance.now() - dueAt;
      if (status === 200) outcome.accepted.push(took);
      else if (status === 503) outcome.refused.push(took);
      else outcome.other.push(String(status));
    } catch (error) {
      outcome.other.push((error as Error).message);
    }
  }

  /**
   * The connection that nothing is sent on for longest, lest one is never used and closed for it; when there are as many
   * as there may be, the first that is free again.
   */
  private free(): Connection | Promise<Connection> {
    const idle = this.idle.shift();
    if (idle !== undefined) return idle;
    return this.all.size < MOST_CONNECTIONS ? this.connect() : new Promise((resolve) => this.waiting.push(resolve));
  }

  private connect(): Connection {
    const connection = new Connection(connect(this.port, this.host), {
      free: () => {
        const next = this.waiting.shift();
        if (next === undefined) this.idle.push(connection);
        else next(connection);
      },
      closed: () => {
        this.all.delete(connection);
        const at = this.idle.indexOf(connection);
        if (at !== -1) this.idle.splice(at, 1);
      },
    });
    this.all.add(connection);
    return connection;
  }
}

interface Pool {
  free(): void;
  closed(): void;
}

const NOTHING = Buffer.alloc(0);
const HEAD_END = Buffer.from('\r\n\r\n');

class Connection {
  private waiting: { resolve(status: number): void; reject(error: Error): void } | undefined;
  private status = 0;
  /** Bytes of the answer that are still to come; undefined before its head. */
  private missing: number | undefined;
  private head: Buffer = NOTHING;

  constructor(
    private readonly socket: Socket,
    private readonly pool: Pool,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.take(chunk));
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('closed')));
  }

  async opened(): Promise<void> {
    await once(this.socket, 'connect');
  }

  send(text: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(text);
    });
  }

  end(): void {
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    let rest = chunk;
    if (this.missing === undefined) {
      this.head = this.head.length === 0 ? chunk : Buffer.concat([this.head, chunk]);
      const end = this.head.indexOf(HEAD_END);
      if (end === -1) return;
      const text = this.head.toString('latin1', 0, end);
      this.status = Number(text.slice(9, 12));
      this.missing = Number(/content-length: (\d+)/i.exec(text)?.[1]);
      rest = this.head.subarray(end + HEAD_END.length);
      this.head = NOTHING;
    }
    this.missing -= rest.length;
    if (this.missing > 0) return;
    this.missing = undefined;
    const { waiting } = this;
    this.waiting = undefined;
    this.pool.free();
    waiting?.resolve(this.status);
  }

  private fail(error: Error): void {
    this.pool.closed();
    this.waiting?.reject(error);
    this.waiting = undefined;
  }
}

const emptyOutcome = () => ({
  sent: 0,
  accepted: [] as number[],
  refused: [] as number[],
  other: [] as string[],
});

/** The value that a share of the values does not pass. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
