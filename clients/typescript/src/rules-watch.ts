import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CommerceClient, DataChangedError } from './index.js';
import { UsageError } from './lists.js';
import type { Seen } from './rules-conditions.js';
import { type Content, receiverOf, RulesDelivery, say, slackText } from './rules-delivery.js';
import { readRules, type Rule, type Rules } from './rules-file.js';
import { faultOf, lookAt, lookBefore, withGone } from './rules-look.js';
import { metricsOf, type Noted, RulesState } from './rules-state.js';
import { changesBetween, mayPass, replaceFile, textOf, versionOf } from './watch.js';

/** The watch looks at its schedule once in this time. */
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
  const { isCheck, metrics } = options;
  const once = options.once || isCheck;
  const rules = readRules(file);
  const state = isCheck ? RulesState.unsaved() : await RulesState.open(rules.state);
  process.on('exit', () => state.close());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
  const watch = new RulesWatch(client, rules, state);
  for (let isFirst = true; ; isFirst = false) {
    const troubles = await watch.tick();
    if (once) await watch.settled();
    if (metrics !== undefined && !isCheck) replaceFile(metrics, metricsOf(state), { mode: 0o644 });
    const faults = troubles.filter((error) => error instanceof UsageError);
    if (faults.length > 0 && (once || isFirst)) throw new UsageError(faults.map(({ message }) => message).join('\n'));
    const others = troubles.filter((error) => !(error instanceof DataChangedError));
    if (once && others[0] !== undefined) throw others[0];
    if (once && troubles.length === 0) return state.messages.length > 0 ? 4 : 0;
    for (const error of others) {
      const again = error instanceof UsageError ? '' : `Looking again in ${rules.everySeconds} s: `;
      say(`${again}${error.message}`);
    }
    await sleep(TICK_MS);
  }
}

/** Looks at rules when the version of the data changes, and sends their messages. */
export class RulesWatch {
  private nextLook = -Infinity;
  private readonly delivery: RulesDelivery;

  constructor(
    private readonly client: CommerceClient,
    private readonly rules: Rules,
    private readonly state: RulesState,
  ) {
    this.delivery = new RulesDelivery(rules, state);
  }

  /**
   * Looks where a look is due, and begins the attempts that are due.
   * @returns why looks failed: a UsageError for a question that is not valid, DataChangedError for a look that is due at
   * the next tick, and what may pass by the next look
   * @throws UsageError when the state can't be written, and what no rule causes
   */
  async tick(): Promise<readonly Error[]> {
    const now = Date.now();
    const troubles = now < this.nextLook ? [] : await this.look();
    if (troubles.some((error) => error instanceof DataChangedError)) this.nextLook = now + TICK_MS;
    else if (now >= this.nextLook) this.nextLook = now + this.rules.everySeconds * 1000;
    this.delivery.begin();
    return troubles;
  }

  /** Waits for the attempts that have begun. */
  settled(): Promise<void> {
    return this.delivery.settled();
  }

  private async look(): Promise<Error[]> {
    const troubles: Error[] = [];
    const fail = (error: Error, rule?: Rule): undefined => {
      if (rule !== undefined && !(error instanceof DataChangedError))
        this.state.rule(rule.name).counts.failedLooks += 1;
      if (rule === undefined && !mayPass(error)) throw error;
      troubles.push(rule === undefined || mayPass(error) ? error : faultOf(rule, error));
    };
    const version = await versionOf(this.client).catch((error: Error) => fail(error));
    for (const rule of version === undefined ? [] : this.rules.rules) {
      const compared = await this.compare(rule, version as string).catch((error: Error) => fail(error, rule));
      if (compared === undefined) continue;
      const { look, noted, message } = compared;
      const state = this.state.rule(rule.name);
      Object.assign(state, { seen: seenOf(rule, look.version), lookedAt: Math.floor(Date.now() / 1000) });
      if (noted !== undefined) state.noted = noted;
      if (message !== undefined) this.state.messages.push(message);
      this.state.save();
    }
    return troubles;
  }

  /** The rows of a rule, and a message where they have changed; undefined where there is nothing to look at. */
  private async compare(rule: Rule, version: string) {
    const { noted: former, seen, ended } = this.state.rule(rule.name);
    if (seen === seenOf(rule, version) || ended === receiverOf(rule)) return undefined;
    const question = questionOf(rule);
    const before = former?.question === question ? former : undefined;
    if (former !== before) say(`${rule.name} asks something else now: its rows are only noted.`);
    const look = await lookAt(this.client, rule);
    if (look.complete === false && !rule.partial) {
      say(`${rule.name}: ${textOf(look.period)} is not complete; partial: true compares it too.`);
      return { look };
    }
    const { comparesPeriods: ofPeriods, fires } = rule.when;
    const hasRolled = before !== undefined && look.rolls && textOf(before.period) !== textOf(look.period);
    const past = ofPeriods || hasRolled ? await lookBefore(this.client, rule, look) : undefined;
    if (hasRolled && past === undefined) {
      say(`${rule.name}: the period before ${textOf(look.period)} is not complete: rows are only noted.`);
    }
    const places = new Map(past?.rows.map((row) => [textOf(row.id), row]));
    const rows = ofPeriods ? look.rows.map((row) => ({ ...row, past: places.get(textOf(row.id)) })) : look.rows;
    const noted: Noted = { question, data_version: look.version, period: look.period, isWhole: look.isWhole, rows };
    const base = hasRolled ? past : before;
    if (before === undefined || base === undefined) return { look, noted };
    const found = changesBetween<Seen>(base, noted, fires);
    const changes = await withGone(this.client, rule, found, look);
    if (changes.length === 0) return { look, noted };
    const [madeAt, { name, most, send }] = [Date.now(), rule];
    const content: Content = {
      ...{ rule: name, at: new Date(madeAt).toISOString() },
      ...{ data_version: look.version, previous_data_version: before.data_version, period: look.period },
      previous_period: ofPeriods || hasRolled ? (look.before?.period ?? null) : before.period,
      ...{ rows: changes.slice(0, most), more: Math.max(0, changes.length - most), explorer_url: look.explorerUrl },
    };
    const isText = send !== 'stdout' && send.format === 'slack';
    const body = textOf(isText ? { text: slackText(content) } : content);
    const message = { id: `msg_${randomUUID()}`, rule: name, body, madeAt, attempts: 0, nextAt: 0 };
    return { look, noted, message };
  }
}

const questionOf = ({ operation, request, first, when }: Rule): string =>
  textOf([operation, request, first ?? null, when.comparesPeriods]);
const seenOf = (rule: Rule, version: string): string => `${version} ${questionOf(rule)}`;
