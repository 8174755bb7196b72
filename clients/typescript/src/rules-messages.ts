import type { Look } from './rules-look.js';
import type { Receiver, Rule } from './rules-file.js';
import type { Period } from './rules-state.js';
import type { Change } from './watch.js';

/** What a message says. */
interface Content {
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

/** The body of a message. */
export function bodyOf(
  { name, most, send }: Pick<Rule, 'name' | 'most' | 'send'>,
  changes: readonly Change[],
  { version, period, explorerUrl }: Pick<Look, 'version' | 'period' | 'explorerUrl'>,
  before: { readonly version: string; readonly period: Period | null },
  at: Date,
): string {
  const content: Content = {
    ...{ rule: name, at: at.toISOString(), data_version: version, previous_data_version: before.version },
    ...{ period, previous_period: before.period, rows: changes.slice(0, most) },
    ...{ more: Math.max(0, changes.length - most), explorer_url: explorerUrl },
  };
  const { format }: Pick<Receiver, 'format'> = send === 'stdout' ? { format: 'json' } : send;
  return JSON.stringify(format === 'slack' ? { text: slackText(content) } : content);
}

function slackText({ rule, period, previous_period, rows, more, explorer_url }: Content): string {
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
