import type { Period } from './rules-state.js';
import type { Change } from './watch.js';

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
  const compared = previous_period === null ? '' : `, compared with ${textOf(previous_period)}`;
  const head = `*${escaped(rule)}*${period === null ? '' : ` (${escaped(textOf(period) + compared)})`}`;
  const lines = rows.map(({ change, id, place, previous_place, previous, row }) => {
    const places = [previous_place, place].filter((one) => one !== null).join(' → ');
    const values = Object.entries(previous)
      .filter(([, value]) => typeof value === 'number')
      .map(([field, value]) => `${field} ${String(value)} → ${String(row[field])}`);
    return `• ${escaped([`${change}: ${Object.values(id).join(', ')}`, `place ${places}`, ...values].join('; '))}`;
  });
  const rest = more > 0 ? [`and ${more} more`] : [];
  const link = explorer_url === null ? [] : [`<${escaped(explorer_url)}|Open in the explorer>`];
  return [head, ...lines, ...rest, ...link].join('\n');
}

const textOf = (period: Period): string => [period.value ?? `${period.from} to ${period.to}`].join('');

/** Text in which Slack sees no link or mention. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
