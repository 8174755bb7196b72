import { randomUUID } from 'node:crypto';
import { rmSync, statSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from './lists.js';
import { isObject } from './rules-checks.js';
import type { Seen } from './rules-conditions.js';
import { parsed } from './transport.js';
import { orUsageError, readIfThere, replaceFile } from './watch.js';

/** The days that a list is about. */
export type Period = Readonly<Record<string, string>>;

/** The rows of a rule as they were noted. */
export interface Noted {
  /** What was asked: the rows of another question are not compared. */
  readonly question: string;
  readonly data_version: string;
  readonly period: Period | null;
  /** Whether these are all rows of the question. */
  readonly isWhole: boolean;
  readonly rows: readonly Seen[];
}

/** A message that no receiver has accepted yet. Times are Unix milliseconds. */
export interface Message {
  readonly id: string;
  readonly rule: string;
  readonly body: string;
  readonly madeAt: number;
  attempts: number;
  nextAt: number;
}

export interface RuleState {
  noted?: Noted;
  /** The version that was looked at last. */
  seen?: string;
  /** Unix seconds of the last look. */
  lookedAt?: number;
  /** The receiver that wants no more messages (410). */
  ended?: string;
  /** What became of its messages, since its beginning. */
  readonly counts: { delivered: number; refused: number; lost: number; failedLooks: number };
}

/** What rules have seen and what is to be sent, in a file that one process at a time has. */
export class RulesState {
  /** Names of rules may be any, also those that objects inherit. */
  readonly rules = Object.create(null) as Record<string, RuleState>;

  /** @param lock undefined where nothing is kept */
  private constructor(
    private readonly path: string,
    rules: Readonly<Record<string, RuleState>>,
    public messages: Message[],
    private readonly lock?: Lock,
  ) {
    Object.assign(this.rules, rules);
  }

  /** A state that is in no file. */
  static unsaved(): RulesState {
    return new RulesState('', {}, []);
  }

  /** @throws UsageError where another process has it, or for a file that can't be used */
  static async open(path: string): Promise<RulesState> {
    const lock = await Lock.acquire(path);
    try {
      const text = orUsageError(`${path} can't be read`, () => readIfThere(path)) ?? '{"rules":{},"messages":[]}';
      const { rules, messages } = parsed<Partial<RulesState> | null>(text) ?? {};
      if (isObject(rules) && Array.isArray(messages)) return new RulesState(path, rules, messages, lock);
      throw new UsageError(`${path} is no file of rules; name another as state.`);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  rule(name: string): RuleState {
    return (this.rules[name] ??= { counts: { delivered: 0, refused: 0, lost: 0, failedLooks: 0 } });
  }

  /** Replaces the file whole. @throws UsageError when another process has taken the lock over */
  save(): void {
    if (this.lock === undefined) return;
    if (!this.lock.isMine()) throw inUse(this.path);
    replaceFile(this.path, JSON.stringify({ rules: this.rules, messages: this.messages }));
  }

  close(): void {
    this.lock?.release();
  }
}

type Metric = (rule: RuleState, pending: number) => number | undefined;

const METRICS: readonly [name: string, type: 'counter' | 'gauge', about: string, valueOf: Metric][] = [
  ['last_look_timestamp_seconds', 'gauge', 'Unix time of the last look.', ({ lookedAt }) => lookedAt],
  ['failed_looks_total', 'counter', 'Looks that failed.', ({ counts }) => counts.failedLooks],
  ['messages_pending', 'gauge', 'Messages that no receiver has accepted yet.', (_rule, pending) => pending],
  ['messages_delivered_total', 'counter', 'Messages that were accepted.', ({ counts }) => counts.delivered],
  ['messages_refused_total', 'counter', 'Attempts that failed.', ({ counts }) => counts.refused],
  ['messages_lost_total', 'counter', 'Messages that were given up.', ({ counts }) => counts.lost],
  ['ended', 'gauge', '1 where the receiver wants no more messages (410).', ({ ended }) => Number(ended !== undefined)],
];

/** What became of each rule, for the textfile collector of Prometheus. */
export function metricsOf({ rules, messages }: Pick<RulesState, 'rules' | 'messages'>): string {
  return METRICS.map(([name, type, about, valueOf]) => {
    const metric = `commerce_rule_${name}`;
    const lines = Object.entries(rules).flatMap(([rule, state]) => {
      const value = valueOf(state, messages.filter((message) => message.rule === rule).length);
      return value === undefined ? [] : [`${metric}{rule=${JSON.stringify(rule)}} ${value}\n`];
    });
    return `# HELP ${metric} ${about}\n# TYPE ${metric} ${type}\n${lines.join('')}`;
  }).join('');
}

/** How long a lock holds that nobody renews. */
const LOCK_AGE_MS = 60_000;
const RENEWAL_MS = 15_000;
/** Processes that take a lock at once see after this time which of them has it; each write looks again. */
const SETTLING_MS = 250;

/** What a lock says of the process that has it. */
interface Holder {
  readonly pid: number;
  readonly started: string | undefined;
  readonly host: string;
}

class Lock {
  private readonly renewal = setInterval(() => {
    const now = new Date();
    if (this.isMine()) utimesSync(this.file, now, now);
  }, RENEWAL_MS).unref();

  private constructor(
    private readonly file: string,
    private readonly text: string,
  ) {}

  /** @throws UsageError while another process has it */
  static async acquire(path: string): Promise<Lock> {
    const [file, run] = [lockOf(path), randomUUID()];
    const holder: Holder = { pid: process.pid, started: startOf(process.pid), host: hostname() };
    const text = JSON.stringify({ ...holder, run });
    if (isHeld(file)) throw inUse(path);
    replaceFile(file, text, { draft: `${file}.${run}` });
    await sleep(SETTLING_MS);
    if (readIfThere(file) !== text) throw inUse(path);
    return new Lock(file, text);
  }

  isMine(): boolean {
    return readIfThere(this.file) === this.text;
  }

  release(): void {
    clearInterval(this.renewal);
    if (this.isMine()) rmSync(this.file, { force: true });
  }
}

const lockOf = (path: string): string => `${path}.lock`;
const holderIn = (lock: string): Partial<Holder> => parsed<Partial<Holder> | null>(readIfThere(lock) ?? '') ?? {};

function inUse(path: string): UsageError {
  const { pid, host } = holderIn(lockOf(path));
  const holder = pid === undefined ? 'another process' : `process ${pid} of ${host}`;
  return new UsageError(`${path} is in use by ${holder}; two watches need a state each.`);
}

/** Whether the process that made a lock has it still. Processes of other hosts are known by the lock's age only. */
function isHeld(lock: string): boolean {
  const { pid = 0, started, host } = holderIn(lock);
  const changed = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - changed > LOCK_AGE_MS) return false;
  return host !== hostname() || startOf(pid) === started;
}

/** When a process started, as Linux counts it, or elsewhere whether it runs; undefined for one that has ended. */
function startOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined;
  }
  // The fields after the name, which may hold anything within its parentheses.
  const fields = readIfThere(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ');
  return fields?.[19] ?? 'running';
}
