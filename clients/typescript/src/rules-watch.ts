import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type CommerceClient, CommerceError, DataChangedError } from './index.js';
import { UsageError } from './lists.js';
import { writeWhole } from './row-writer.js';
import { leavesOf } from './rules-conditions.js';
import { readRules, type Rule, type Rules } from './rules-file.js';
import { changesIn, type Look, lookAt, withGone } from './rules-look.js';
import { bodyOf } from './rules-messages.js';
import { metricsOf } from './rules-metrics.js';
import { attempt, type Attempted, LONGEST_WAIT_MS, waitAfter } from './rules-sender.js';
import { type Message, type Noted, replaceFile, RulesState } from './rules-state.js';
import { mayPass, orUsageError, textOf, versionOf } from './watch.js';

/** What tests replace. */
export interface Surroundings {
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly say: (line: string) => void;
  readonly attempt: typeof attempt;
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const TICK_MS = 1000;

export interface WatchOptions {
  /** Only checks, and asks each question once. */
  readonly isCheck: boolean;
  readonly once: boolean;
  /** The path of a file of metrics. */
  readonly metrics: string | undefined;
}

/**
 * Watches the questions of a file, and sends messages.
 * @returns the exit status: 0, or 4 where a message could not be delivered yet
 * @throws UsageError for a file, a question or a state that is not valid; with `once` or `isCheck` what a call throws
 */
export async function watchRules(client: CommerceClient, file: string, options: WatchOptions): Promise<number> {
  const { isCheck, once, metrics } = options;
  const rules = readRules(file);
  if (isCheck) {
    await checkQuestions(client, rules, true);
    return 0;
  }
  const state = await RulesState.open(rules.state);
  process.on('exit', () => state.close());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
  if (!once) await checkQuestions(client, rules, false);
  const watch = new RulesWatch(client, rules, state);
  for (;;) {
    await watch.tick();
    if (once) await watch.settled();
    if (metrics !== undefined) {
      orUsageError(`${metrics} can't be written`, () => replaceFile(metrics, metricsOf(state), { mode: 0o644 }));
    }
    if (once) return watch.status();
    await sleep(TICK_MS);
  }
}

/** @throws UsageError with every question that the service refuses, and where `isStrict` what may pass */
async function checkQuestions(client: CommerceClient, { rules }: Rules, isStrict: boolean): Promise<void> {
  const faults: string[] = [];
  for (const rule of rules) {
    try {
      await lookAt(client, rule);
    } catch (error) {
      if (!mayPass(error) && !(error instanceof DataChangedError)) faults.push(...faultsOf(rule, error));
      else if (isStrict) throw error;
    }
  }
  if (faults.length > 0) throw new UsageError(faults.join('\n'));
}

/** What is wrong with the question of a rule, with its lines. @throws an error that no question causes */
function faultsOf(rule: Rule, error: unknown): string[] {
  if (error instanceof ApiError && error.errors.length > 0) {
    return error.errors.map(({ path, message }) => `${rule.placeOf(path)}: ${rule.name}: ${message}`);
  }
  if (!(error instanceof CommerceError || error instanceof UsageError)) throw error;
  return [`${rule.placeOf('')}: ${rule.name}: ${error.message}`];
}

/** Looks at rules when the version of the data changes, and sends their messages. */
export class RulesWatch {
  private nextLook = -Infinity;
  private readonly sending = new Map<string, Promise<void>>();
  /** What the looks of `--once` end with: faults of questions, then what may pass. */
  private readonly faults: string[] = [];
  private failedCall: unknown;
  /** Why the state can't be written. */
  private failure: unknown;

  constructor(
    private readonly client: CommerceClient,
    private readonly rules: Rules,
    private readonly state: RulesState,
    private readonly surroundings: Surroundings = { now: Date.now, say, attempt },
  ) {
    const names = rules.rules.map(({ name }) => name);
    for (const name of Object.keys(state.rules).filter((one) => !names.includes(one))) {
      this.drop(name, 'is in the file no more');
      Reflect.deleteProperty(state.rules, name);
    }
  }

  /** Looks where a look is due, and begins the attempts that are due. @throws UsageError when the state can't be written */
  async tick(): Promise<void> {
    const now = this.surroundings.now();
    if (now >= this.nextLook) {
      this.nextLook = now + this.rules.everySeconds * 1000;
      await this.look();
    }
    const dueAt = this.surroundings.now();
    for (const message of this.state.messages) {
      // A clock that is set back does not stop them.
      const isDue = message.nextAt <= dueAt || message.nextAt > dueAt + LONGEST_WAIT_MS;
      if (isDue && !this.sending.has(message.id)) this.begin(message);
    }
    if (this.failure !== undefined) throw this.failure as Error;
  }

  /** Waits for the attempts that have begun. */
  async settled(): Promise<void> {
    await Promise.all(this.sending.values());
    if (this.failure !== undefined) throw this.failure as Error;
  }

  /** @returns the exit status @throws what looks threw */
  status(): number {
    if (this.faults.length > 0) throw new UsageError(this.faults.join('\n'));
    if (this.failedCall !== undefined) throw this.failedCall as Error;
    return this.state.messages.length > 0 ? 4 : 0;
  }

  private async look(): Promise<void> {
    const version = await versionOf(this.client).catch((error: unknown) => this.report(error));
    if (version === undefined) return;
    for (const rule of this.rules.rules) {
      const rows = await this.compare(rule, version).catch((error: unknown) => this.report(error, rule));
      if (rows === undefined) continue;
      const { look, noted, message } = rows;
      const state = this.state.rule(rule.name);
      Object.assign(state, { seen: seenOf(rule, look.version), lookedAt: Math.floor(this.surroundings.now() / 1000) });
      if (noted !== undefined) state.noted = noted;
      if (message !== undefined) this.state.messages.push(message);
      this.state.save();
    }
  }

  /** Says why a look failed. The next one may succeed. */
  private report(error: unknown, rule?: Rule): undefined {
    const soon = error instanceof DataChangedError;
    if (soon) this.nextLook = this.surroundings.now() + TICK_MS;
    else if (rule !== undefined) this.state.rule(rule.name).counts.failedLooks += 1;
    if (soon) return;
    if (mayPass(error)) {
      this.failedCall ??= error;
      this.surroundings.say(`Looking again in ${this.rules.everySeconds} s: ${(error as Error).message}`);
      return;
    }
    if (rule === undefined) throw error;
    const lines = faultsOf(rule, error);
    this.faults.push(...lines);
    for (const line of lines) this.surroundings.say(line);
  }

  /** The rows of a rule, and a message where they have changed; undefined where there is nothing to look at. */
  private async compare(rule: Rule, version: string) {
    const { noted: former, seen, ended } = this.state.rule(rule.name);
    if (seen === seenOf(rule, version) || (ended !== undefined && ended === hashOf(rule))) return undefined;
    const question = questionOf(rule);
    const before = former?.question === question ? former : undefined;
    if (former !== before) this.surroundings.say(`${rule.name} asks something else now: its rows are only noted.`);
    const look = await lookAt(this.client, rule);
    if (look.complete === false && !rule.partial) {
      this.surroundings.say(`${rule.name}: ${textOf(look.period)} is not complete; partial: true compares it too.`);
      return { look };
    }
    const comparesPeriods = leavesOf(rule.when).some(({ since }) => since === 'period');
    const hasRolled =
      before !== undefined && look.complete !== undefined && textOf(before.period) !== textOf(look.period);
    const past = comparesPeriods || hasRolled ? await this.past(rule, look) : undefined;
    if (hasRolled && past === undefined) {
      this.surroundings.say(
        `${rule.name}: the period before ${textOf(look.period)} is not complete: rows are only noted.`,
      );
    }
    const places = new Map(past?.rows.map((row) => [textOf(row.id), row]));
    const rows = comparesPeriods ? look.rows.map((row) => ({ ...row, past: places.get(textOf(row.id)) })) : look.rows;
    const noted: Noted = { question, data_version: look.version, period: look.period, isWhole: look.isWhole, rows };
    const base = hasRolled ? past : before;
    if (before === undefined || base === undefined) return { look, noted };
    const changes = await withGone(this.client, rule, changesIn(rule, base, noted));
    if (changes.length === 0) return { look, noted };
    const period = comparesPeriods || hasRolled ? (look.before?.period ?? null) : before.period;
    const madeAt = this.surroundings.now();
    const body = bodyOf(rule, changes, look, { version: before.data_version, period }, new Date(madeAt));
    const message = { id: `msg_${randomUUID()}`, rule: rule.name, body, madeAt, attempts: 0, nextAt: 0 };
    return { look, noted, message };
  }

  /** The rows of the period before; undefined where it is not complete. @throws DataChangedError when they are of another version */
  private async past(rule: Rule, { before, version }: Look): Promise<Look | undefined> {
    if (before === undefined || !(before.complete || rule.partial)) return undefined;
    const past = await lookAt(this.client, rule, before.request);
    if (past.version !== version) throw new DataChangedError(version, past.version);
    return past;
  }

  private begin(message: Message): void {
    const sent = this.send(message).catch((error: unknown) => void (this.failure ??= error));
    this.sending.set(
      message.id,
      sent.then(() => void this.sending.delete(message.id)),
    );
  }

  private async send(message: Message): Promise<void> {
    const { send } = this.rules.rules.find(({ name }) => name === message.rule) as Rule;
    message.attempts += 1;
    const result =
      send === 'stdout'
        ? await printed(message)
        : await this.surroundings.attempt(message, send, this.surroundings.now());
    this.conclude(message, result);
    this.state.save();
  }

  private conclude(message: Message, result: Attempted): void {
    const { rule, id, attempts, madeAt } = message;
    const state = this.state.rule(rule);
    if (result === 'accepted') {
      state.counts.delivered += 1;
      this.state.messages = this.state.messages.filter((one) => one !== message);
      return;
    }
    state.counts.refused += 1;
    if (result === 'ended') {
      state.ended = hashOf(this.rules.rules.find(({ name }) => name === rule) as Rule);
      return this.drop(rule, 'has ended: its receiver wants no more messages (410)');
    }
    const now = this.surroundings.now();
    if (now - madeAt >= this.rules.keepSeconds * 1000) {
      state.counts.lost += 1;
      this.state.messages = this.state.messages.filter((one) => one !== message);
      return this.surroundings.say(`${rule}: ${id} is given up after ${attempts} attempts: ${result.reason}`);
    }
    const waitMs = Math.max(waitAfter(attempts), Math.min(result.retryAfterMs, LONGEST_WAIT_MS));
    message.nextAt = now + waitMs;
    this.surroundings.say(
      `${rule}: ${id} is not delivered yet, next attempt in ${Math.ceil(waitMs / 1000)} s: ${result.reason}`,
    );
  }

  /** Says that a rule ends, with the messages that are lost with it. */
  private drop(rule: string, why: string): void {
    const lost = this.state.messages.filter((message) => message.rule === rule);
    this.state.messages = this.state.messages.filter((message) => message.rule !== rule);
    this.state.rule(rule).counts.lost += lost.length;
    this.surroundings.say(`${rule} ${why}; ${lost.length} messages are not delivered.`);
  }
}

const questionOf = ({ operation, request, first }: Rule): string => textOf([operation, request, first ?? null]);
const seenOf = (rule: Rule, version: string): string => `${version} ${questionOf(rule)}`;
const hashOf = ({ send }: Rule): string => createHash('sha256').update(textOf(send)).digest('hex');

async function printed({ id, body }: Message): Promise<Attempted> {
  await writeWhole(`${textOf({ id, ...(JSON.parse(body) as object) })}\n`);
  return 'accepted';
}
