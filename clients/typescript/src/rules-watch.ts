import { randomUUID } from 'node:crypto';
import { type CommerceClient, DataChangedError } from './index.js';
import { UsageError } from './lists.js';
import { fires, leavesOf, type Seen } from './rules-conditions.js';
import { receiverOf, RulesDelivery, type Surroundings, SURROUNDINGS } from './rules-delivery.js';
import type { Rule, Rules } from './rules-file.js';
import { faultsOf, type Look, lookAt, withGone } from './rules-look.js';
import { bodyOf } from './rules-messages.js';
import type { Noted, RulesState } from './rules-state.js';
import { changesBetween, mayPass, textOf, versionOf } from './watch.js';

/** The watch looks at its schedule once in this time. */
export const TICK_MS = 1000;

/** Looks at rules when the version of the data changes, and sends their messages. */
export class RulesWatch {
  private nextLook = -Infinity;
  private readonly delivery: RulesDelivery;
  /** What the looks of `--once` end with: faults of questions, then what may pass. */
  private readonly faults = new Set<string>();
  private failedCall: unknown;

  constructor(
    private readonly client: CommerceClient,
    private readonly rules: Rules,
    private readonly state: RulesState,
    private readonly surroundings: Surroundings = SURROUNDINGS,
  ) {
    this.delivery = new RulesDelivery(rules, state, surroundings);
  }

  /** Looks where a look is due, and begins the attempts that are due. @throws UsageError when the state can't be written */
  async tick(): Promise<void> {
    const now = this.surroundings.now();
    if (now >= this.nextLook) {
      this.nextLook = now + this.rules.everySeconds * 1000;
      await this.look();
    }
    this.delivery.begin();
  }

  /** Waits for the attempts that have begun. */
  settled(): Promise<void> {
    return this.delivery.settled();
  }

  /** @returns the exit status @throws what looks threw */
  status(): number {
    if (this.faults.size > 0) throw new UsageError([...this.faults].join('\n'));
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
    for (const line of faultsOf(rule, error)) {
      this.faults.add(line);
      this.surroundings.say(line);
    }
  }

  /** The rows of a rule, and a message where they have changed; undefined where there is nothing to look at. */
  private async compare(rule: Rule, version: string) {
    const { noted: former, seen, ended } = this.state.rule(rule.name);
    if (seen === seenOf(rule, version) || ended === receiverOf(rule)) return undefined;
    const question = questionOf(rule);
    const before = former?.question === question ? former : undefined;
    if (former !== before) this.surroundings.say(`${rule.name} asks something else now: its rows are only noted.`);
    const look = await lookAt(this.client, rule);
    if (look.complete === false && !rule.partial) {
      this.surroundings.say(`${rule.name}: ${textOf(look.period)} is not complete; partial: true compares it too.`);
      return { look };
    }
    const ofPeriods = comparesPeriods(rule);
    const hasRolled = before !== undefined && look.rolls && textOf(before.period) !== textOf(look.period);
    const past = ofPeriods || hasRolled ? await this.past(rule, look) : undefined;
    if (hasRolled && past === undefined) {
      this.surroundings.say(
        `${rule.name}: the period before ${textOf(look.period)} is not complete: rows are only noted.`,
      );
    }
    const places = new Map(past?.rows.map((row) => [textOf(row.id), row]));
    const rows = ofPeriods ? look.rows.map((row) => ({ ...row, past: places.get(textOf(row.id)) })) : look.rows;
    const noted: Noted = { question, data_version: look.version, period: look.period, isWhole: look.isWhole, rows };
    const base = hasRolled ? past : before;
    if (before === undefined || base === undefined) return { look, noted };
    const changes = await withGone(
      this.client,
      rule,
      changesBetween<Seen>(base, noted, (now, was) => fires(rule.when, now, was)),
    );
    if (changes.length === 0) return { look, noted };
    const period = ofPeriods || hasRolled ? (look.before?.period ?? null) : before.period;
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
}

const comparesPeriods = ({ when }: Rule): boolean => leavesOf(when).some(({ since }) => since === 'period');
const questionOf = (rule: Rule): string =>
  textOf([rule.operation, rule.request, rule.first ?? null, comparesPeriods(rule)]);
const seenOf = (rule: Rule, version: string): string => `${version} ${questionOf(rule)}`;
