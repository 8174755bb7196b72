import type * as api from './index.js';
import { ApiError, type CommerceClient, CommerceError, responseOf } from './index.js';
import { call, UsageError } from './lists.js';
import { leavesOf } from './rules-conditions.js';
import type { Fields } from './rules-checks.js';
import type { Rule } from './rules-file.js';
import type { Period } from './rules-state.js';
import { valueAt } from './row-writer.js';
import { type Change, idOf, type Placed, type Row, textOf } from './watch.js';

/** What the first page of a list says of its periods. */
type Head = Partial<
  Omit<api.BreakdownData, 'sum'> & Omit<api.TopEcommerceData, 'sum' | 'list'> & Omit<api.LiveSearchData, 'list'>
>;

/** The keys of a breakdown by periods. */
const DATES = ['date', 'week', 'month'];

/** The rows of a question at a version of the data. */
export interface Look {
  readonly version: string;
  readonly period: Period | null;
  /** Undefined for a list that is of no period, as records are. */
  readonly complete: boolean | undefined;
  /** Whether the rows of another period have the same ids: not those of days, weeks or months. */
  readonly rolls: boolean;
  /** The period that the answer compares with, and the request for its rows. */
  readonly before: { readonly period: Period; readonly complete: boolean; readonly request: Fields } | undefined;
  /** Whether these are all rows of the question. */
  readonly isWhole: boolean;
  readonly rows: readonly Placed[];
  readonly explorerUrl: string | null;
}

/**
 * Asks the question of a rule.
 * @throws UsageError for a condition about a field that is no number, DataChangedError, and what a call throws
 */
export async function lookAt(
  client: CommerceClient,
  rule: Rule,
  request = rule.request,
  first = rule.first,
): Promise<Look> {
  const { list, when, name } = rule;
  const compared = leavesOf(when).flatMap(({ field }) => field ?? []);
  const pages: Head[] = [];
  const options = {
    ...(first !== undefined && { limit: first }),
    onDataChanged: 'throw',
    onPage: (page: Head) => pages.push(page),
  };
  const rows: Placed[] = [];
  for await (const row of call<AsyncIterable<Row>>(client, list.walk, request, options)) {
    const field = compared.find((path) => !['number', 'object'].includes(typeof valueAt(row, path)));
    if (field !== undefined) {
      const text = textOf(valueAt(row, field));
      throw new UsageError(`"${name}" compares ${field}, which is ${text}: conditions are about numbers.`);
    }
    rows.push({ id: idOf(row, list.key), row, place: typeof row.rank === 'number' ? row.rank : rows.length + 1 });
  }
  const [head = {}] = pages;
  const { total, has_more } = pages.at(-1) ?? {};
  const { headers } = responseOf(head);
  const [, page] = /(?:^|, )<([^<>]*)>; rel="alternate"/.exec(headers.get('Link') ?? '') ?? [];
  return {
    version: headers.get('X-Data-Version') ?? '',
    period: periodOf(head),
    complete: head.complete,
    rolls: head.complete !== undefined && !rows.some(({ id }) => DATES.some((name) => name in id)),
    before: beforeOf(head, request),
    isWhole: total === undefined ? has_more === 0 : total <= rows.length,
    rows,
    explorerUrl: page ?? null,
  };
}

function periodOf({
  date_type: type,
  date_value: value,
  time_from,
  time_to,
  from = time_from,
  to = time_to,
}: Head): Period | null {
  if (type && value) return { type, value };
  return from && to ? { from, to } : null;
}

/** The period before, and the same question about it. */
function beforeOf(head: Head, asked: Fields): Look['before'] {
  const { date_type, previous_date_value: value, previous_from: from, previous_to: to } = head;
  const [complete, request] = [head.previous_complete === true, without(asked, 'compare_to')];
  if (date_type && value) {
    const period = { type: value.includes('~') ? 'range' : date_type, value };
    return { period, complete, request: { ...request, filter: { ...(request.filter as Fields), date_info: period } } };
  }
  if (!from || !to) return undefined;
  return { period: { from, to }, complete, request: { ...without(request, 'date_info'), from, to } };
}

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name));

/** The ids that a filter takes at most. */
const MOST_IDS = 100;

/** Changes in which rows that left the first ones are told from those that are in the whole list no more. */
export async function withGone(
  client: CommerceClient,
  rule: Rule,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const [key = '', ...others] = rule.list.key;
  const left = changes.filter(({ change }) => change.startsWith('left')).slice(0, MOST_IDS);
  if (left.length === 0 || others.length > 0 || key.includes('.')) return changes;
  const filter = { ...(rule.request.filter as Fields), [key]: left.map(({ id }) => id[key]) };
  const { rows } = await lookAt(client, rule, { ...rule.request, filter }, MOST_IDS);
  const there = new Set(rows.map(({ id }) => id[key]));
  return changes.map((one) => (left.includes(one) && !there.has(one.id[key]) ? { ...one, change: 'gone' } : one));
}

/** What is wrong with the question of a rule, with its lines. @throws an error that no question causes */
export function faultsOf(rule: Rule, error: unknown): string[] {
  if (error instanceof ApiError && error.errors.length > 0) {
    return error.errors.map(({ path, message }) => `${rule.placeOf(path)}: ${rule.name}: ${message}`);
  }
  if (!(error instanceof CommerceError || error instanceof UsageError)) throw error;
  return [`${rule.placeOf('')}: ${rule.name}: ${error.message}`];
}
