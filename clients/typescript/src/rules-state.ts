import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from './lists.js';
import type { Seen } from './rules-conditions.js';
import { parsed } from './transport.js';
import { orUsageError, replaceFile } from './watch.js';

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

/** What became of the messages of a rule, since its beginning. */
export const COUNTS = { delivered: 0, refused: 0, lost: 0, failedLooks: 0 };

export interface RuleState {
  noted?: Noted;
  /** The version that was looked at last. */
  seen?: string;
  /** Unix seconds of the last look. */
  lookedAt?: number;
  /** The receiver that wants no more messages (410). */
  ended?: string;
  counts: typeof COUNTS;
}

/** How long a lock holds that nobody renews. */
const LOCK_AGE_MS = 60_000;
const RENEWAL_MS = 15_000;
/** Processes that take a lock over at once see within this time which of them has it. */
const SETTLING_MS = 250;

/** The file with what rules have seen and what is to be sent; one process at a time has it. */
export class RulesState {
  readonly rules: Record<string, RuleState>;
  messages: Message[];
  private readonly renewal = setInterval(() => this.renew(), RENEWAL_MS).unref();

  private constructor(
    private readonly path: string,
    private readonly holder: string,
    { rules, messages }: Pick<RulesState, 'rules' | 'messages'>,
  ) {
    [this.rules, this.messages] = [rules, messages];
  }

  /** @throws UsageError where another process has it, or for a file that can't be used */
  static async open(path: string): Promise<RulesState> {
    const lock = lockOf(path);
    const run = randomUUID();
    const holder = JSON.stringify({ pid: process.pid, started: startOf(process.pid), host: hostname(), run });
    const isFree = orUsageError(`${lock} can't be written`, () => create(lock, holder));
    if (!isFree) {
      if (isHeld(lock)) throw inUse(path);
      replaceFile(lock, holder, { draft: `${lock}.${run}` });
      await sleep(SETTLING_MS);
      if (readIfThere(lock) !== holder) throw inUse(path);
    }
    try {
      return new RulesState(path, holder, readState(path));
    } catch (error) {
      rmSync(lock, { force: true });
      throw error;
    }
  }

  rule(name: string): RuleState {
    return (this.rules[name] ??= { counts: { ...COUNTS } });
  }

  /** Replaces the file whole. @throws UsageError when another process has taken the lock over */
  save(): void {
    if (readIfThere(lockOf(this.path)) !== this.holder) throw inUse(this.path);
    replaceFile(this.path, JSON.stringify({ rules: this.rules, messages: this.messages }));
  }

  close(): void {
    clearInterval(this.renewal);
    if (readIfThere(lockOf(this.path)) === this.holder) rmSync(lockOf(this.path), { force: true });
  }

  private renew(): void {
    const now = new Date();
    if (readIfThere(lockOf(this.path)) === this.holder) utimesSync(lockOf(this.path), now, now);
  }
}

/** @throws UsageError for a file that can't be used */
function readState(path: string): Pick<RulesState, 'rules' | 'messages'> {
  const text = orUsageError(`${path} can't be read`, () => readIfThere(path));
  const state = text === undefined ? { rules: {}, messages: [] } : parsed<ReturnType<typeof readState> | null>(text);
  if (Array.isArray(state?.messages)) return state;
  throw new UsageError(`${path} is no file of rules; name another as state.`);
}

const lockOf = (path: string): string => `${path}.lock`;

function inUse(path: string): UsageError {
  const { pid, host } = parsed<{ pid: number; host: string }>(readIfThere(lockOf(path)) ?? '') ?? {};
  return new UsageError(`${path} is in use by process ${pid} of ${host}; two watches need a state each.`);
}

/** Whether the process that made a lock has it still. Processes of other hosts are known by the lock's age only. */
function isHeld(lock: string): boolean {
  const {
    pid = 0,
    started,
    host,
  } = parsed<{ pid: number; started: string; host: string }>(readIfThere(lock) ?? '') ?? {};
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
  return (
    readIfThere(`/proc/${pid}/stat`)
      ?.replace(/^.*\) /s, '')
      .split(' ')[19] ?? 'running'
  );
}

/** Makes a file; false where it is there already. */
function create(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
