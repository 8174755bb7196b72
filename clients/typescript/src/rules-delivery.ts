import { createHash, createHmac } from 'node:crypto';
import { retryAfterOf } from './errors.js';
import { writeWhole } from './row-writer.js';
import { type Fields, isObject } from './rules-checks.js';
import type { Receiver, Rule, Rules } from './rules-file.js';
import type { Message, Period, RulesState } from './rules-state.js';
import { VERSION } from './transport.js';
import { type Change, textOf } from './watch.js';

/** What became of an attempt: accepted, wanted no more (410), or why not. */
export type Attempted = 'accepted' | 'ended' | { readonly reason: string; readonly retryAfterMs: number };

const TIMEOUT_MS = 10_000;
const FIRST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 3_600_000;
/** Receivers refuse timestamps that differ more (Standard Webhooks). */
const CLOCK_MS = 300_000;

/** Says what an operator should know. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Sends the messages of a state until their receivers accept them, next to each other. */
export class RulesDelivery {
  private readonly sending = new Map<Message, Promise<void>>();
  /** Why the state can't be written. */
  private failure: unknown;

  /** @throws UsageError when the state can't be written */
  constructor(
    private readonly rules: Rules,
    private readonly state: RulesState,
  ) {
    const names = rules.rules.map(({ name }) => name);
    const others = Object.keys(state.rules).filter((one) => !names.includes(one));
    for (const name of others) {
      this.drop(name, 'is in the file no more');
      Reflect.deleteProperty(state.rules, name);
    }
    if (others.length > 0) state.save();
  }

  /** Begins the attempts that are due. @throws UsageError when the state can't be written */
  begin(): void {
    const now = Date.now();
    for (const message of this.state.messages) {
      // A clock that is set back does not stop them.
      const waits = message.nextAt > now && message.nextAt <= now + LONGEST_WAIT_MS;
      if (waits || this.sending.has(message)) continue;
      const sent = this.send(message).catch((error: unknown) => void (this.failure ??= error));
      this.sending.set(
        message,
        sent.finally(() => this.sending.delete(message)),
      );
    }
    if (this.failure !== undefined) throw this.failure as Error;
  }

  /** Waits for the attempts that have begun. @throws UsageError when the state can't be written */
  async settled(): Promise<void> {
    await Promise.all(this.sending.values());
    if (this.failure !== undefined) throw this.failure as Error;
  }

  private async send(message: Message): Promise<void> {
    const rule = this.rules.rules.find(({ name }) => name === message.rule) as Rule;
    message.attempts += 1;
    const result = rule.send === 'stdout' ? await printed(message) : await attempt(message, rule.send);
    // Its rule may have ended meanwhile.
    if (!this.state.messages.includes(message)) return;
    this.conclude(message, rule, result);
    this.state.save();
  }

  private conclude(message: Message, rule: Rule, result: Attempted): void {
    const { id, attempts, madeAt } = message;
    const state = this.state.rule(rule.name);
    if (result === 'accepted') {
      state.counts.delivered += 1;
      return this.remove((one) => one === message);
    }
    state.counts.refused += 1;
    if (result === 'ended') {
      state.ended = receiverOf(rule);
      return this.drop(rule.name, 'has ended: its receiver wants no more messages (410)');
    }
    if (Date.now() - madeAt >= this.rules.keepSeconds * 1000) {
      state.counts.lost += 1;
      this.remove((one) => one === message);
      return say(`${rule.name}: ${id} is given up after ${attempts} attempts: ${result.reason}`);
    }
    const waitMs = Math.max(waitAfter(attempts), Math.min(result.retryAfterMs, LONGEST_WAIT_MS));
    message.nextAt = Date.now() + waitMs;
    say(`${rule.name}: ${id} is not delivered yet, next attempt in ${Math.ceil(waitMs / 1000)} s: ${result.reason}`);
  }

  /** Says that a rule ends, with the messages that are lost with it. */
  private drop(name: string, why: string): void {
    const before = this.state.messages.length;
    this.remove(({ rule }) => rule === name);
    const lost = before - this.state.messages.length;
    this.state.rule(name).counts.lost += lost;
    say(`${name} ${why}; ${lost} messages are not delivered.`);
  }

  private remove(isRemoved: (message: Message) => boolean): void {
    this.state.messages = this.state.messages.filter((message) => !isRemoved(message));
  }
}

/** Tells the receiver of a rule from others, without its secrets. */
export const receiverOf = ({ send }: Rule): string => createHash('sha256').update(textOf(send)).digest('hex');

async function printed({ id, body }: Message): Promise<Attempted> {
  await writeWhole(`${textOf({ id, ...(JSON.parse(body) as object) })}\n`);
  return 'accepted';
}

/** The wait before the attempt after so many: doubled each time, with a random part. */
const waitAfter = (attempts: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS) * (0.75 + Math.random() / 4);

/** The signature of an attempt by Standard Webhooks. */
export const signatureOf = (key: Buffer, id: string, seconds: number, body: string): string =>
  `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;

/** Sends a message once. The timestamp and the signature are of this attempt, the id of the message. */
export async function attempt({ id, body }: Pick<Message, 'id' | 'body'>, { url, key }: Receiver): Promise<Attempted> {
  const seconds = Math.floor(Date.now() / 1000);
  const headers = {
    ...{ 'Content-Type': 'application/json', 'User-Agent': `commerce-analytics-typescript/${VERSION}` },
    ...{ 'webhook-id': id, 'webhook-timestamp': String(seconds) },
    ...(key && { 'webhook-signature': signatureOf(key, id, seconds, body) }),
  };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    if (answer.ok || answer.status === 410) {
      // A body that never ends would keep the process.
      await answer.body?.cancel();
      return answer.ok ? 'accepted' : 'ended';
    }
    const text = answer.headers.get('Location') ?? (await answer.text()).slice(0, 100);
    const retryAfterMs = (retryAfterOf(answer.headers) ?? 0) * 1000;
    return { reason: `HTTP ${answer.status} ${text}${clockNote(answer)}`.trim(), retryAfterMs };
  } catch (error) {
    const { message, cause } = error as Error;
    return { reason: cause instanceof Error ? cause.message : message, retryAfterMs: 0 };
  }
}

/** Says that the clock of a receiver is wrong, or this one, so that it refuses signatures. */
function clockNote({ headers }: Response): string {
  const ahead = Date.parse(headers.get('Date') ?? '') - Date.now();
  return Math.abs(ahead) > CLOCK_MS ? `; its clock differs by ${Math.round(ahead / 1000)} s` : '';
}

/** What a message says. */
export interface Content {
  readonly rule: string;
  /** ISO 8601. */
  readonly at: string;
  readonly data_version: string;
  readonly previous_data_version: string;
  readonly period: Period | null;
  readonly previous_period: Period | null;
  readonly rows: readonly Change[];
  /** The rows beyond those. */
  readonly more: number;
  readonly explorer_url: string | null;
}

/** A message as Slack takes it. */
export function slackText({ rule, period, previous_period, rows, more, explorer_url }: Content): string {
  const compared = previous_period === null ? '' : `, compared with ${daysOf(previous_period)}`;
  const head = `*${escaped(rule)}*${period === null ? '' : ` (${escaped(daysOf(period) + compared)})`}`;
  const lines = rows.map(({ change, id, place, previous_place, previous, row }) => {
    const places = [previous_place, place].filter((one) => one !== null).join(' → ');
    const parts = [`${change}: ${Object.values(id).join(', ')}`, `place ${places}`, ...changedFigures(previous, row)];
    return `• ${escaped(parts.join('; '))}`;
  });
  const rest = more > 0 ? [`and ${more} more`] : [];
  const link = explorer_url === null ? [] : [`<${escaped(explorer_url)}|Open in the explorer>`];
  return [head, ...lines, ...rest, ...link].join('\n');
}

/** The figures that have changed, also those within objects: `price_info.amount 12 → 9`. */
const changedFigures = (old: Fields, now: Fields, holder = ''): string[] =>
  Object.entries(old).flatMap(([name, value]) => {
    const present = now[name];
    if (isObject(value) && isObject(present)) return changedFigures(value, present, `${holder}${name}.`);
    return typeof value === 'number' && value !== present ? [`${holder}${name} ${value} → ${String(present)}`] : [];
  });

const daysOf = (period: Period): string => [period.value ?? `${period.from} to ${period.to}`].join('');

/** Text in which Slack sees no link or mention. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
