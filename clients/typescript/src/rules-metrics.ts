import type { RulesState, RuleState } from './rules-state.js';

type Value = (rule: RuleState, pending: number) => number | undefined;

const METRICS: readonly [name: string, type: 'counter' | 'gauge', about: string, value: Value][] = [
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
