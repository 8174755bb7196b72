import { createHash } from 'node:crypto';
import { writeWhole } from './row-writer.js';
import type { Rule, Rules } from './rules-file.js';
import { attempt, type Attempted, LONGEST_WAIT_MS, waitAfter } from './rules-sender.js';
import type { Message, RulesState } from './rules-state.js';
import { textOf } from './watch.js';

/** What tests replace. */
export interface Surroundings {
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly say: (line: string) => void;
  readonly attempt: typeof attempt;
}

export const SURROUNDINGS: Surroundings = {
  now: Date.now,
  say: (line) => void process.stderr.write(`${line}\n`),
  attempt,
};

/** Sends the messages of a state until their receivers accept them, next to each other. */
export class RulesDelivery {
  private readonly sending = new Map<string, Promise<void>>();
  /** Why the state can't be written. */
  private failure: unknown;

  constructor(
    private readonly rules: Rules,
    private readonly state: RulesState,
    private readonly surroundings: Surroundings,
  ) {
    const names = rules.rules.map(({ name }) => name);
    for (const name of Object.keys(state.rules).filter((one) => !names.includes(one))) {
      this.drop(name, 'is in the file no more');
      Reflect.deleteProperty(state.rules, name);
    }
  }

  /** Begins the attempts that are due. @throws UsageError when the state can't be written */
  begin(): void {
    const now = this.surroundings.now();
    for (const message of this.state.messages) {
      const { id, nextAt } = message;
      // A clock that is set back does not stop them.
      if ((nextAt > now && nextAt <= now + LONGEST_WAIT_MS) || this.sending.has(id)) continue;
      const sent = this.send(message).catch((error: unknown) => void (this.failure ??= error));
      const done = sent.then(() => void this.sending.delete(id));
      this.sending.set(id, done);
    }
    if (this.failure !== undefined) throw this.failure as Error;
  }

  /** Waits for the attempts that have begun. @throws UsageError when the state can't be written */
  async settled(): Promise<void> {
    await Promise.all(this.sending.values());
    if (this.failure !== undefined) throw this.failure as Error;
  }

  private async send(message: Message): Promise<void> {
    const { send } = this.ruleOf(message);
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
      state.ended = receiverOf(this.ruleOf(message));
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

  private ruleOf({ rule }: Message): Rule {
    return this.rules.rules.find(({ name }) => name === rule) as Rule;
  }
}

/** Tells the receiver of a rule from others, without its secrets. */
export const receiverOf = ({ send }: Rule): string => createHash('sha256').update(textOf(send)).digest('hex');

async function printed({ id, body }: Message): Promise<Attempted> {
  await writeWhole(`${textOf({ id, ...(JSON.parse(body) as object) })}\n`);
  return 'accepted';
}
