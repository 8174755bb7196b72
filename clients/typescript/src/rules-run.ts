import { setTimeout as sleep } from 'node:timers/promises';
import { type CommerceClient, DataChangedError } from './index.js';
import { UsageError } from './lists.js';
import { readRules, type Rules } from './rules-file.js';
import { faultsOf, lookAt } from './rules-look.js';
import { metricsOf } from './rules-metrics.js';
import { RulesState } from './rules-state.js';
import { RulesWatch, TICK_MS } from './rules-watch.js';
import { mayPass, replaceFile } from './watch.js';

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
    if (metrics !== undefined) replaceFile(metrics, metricsOf(state), { mode: 0o644 });
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
