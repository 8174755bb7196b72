import type * as api from './index.js';
import {
  ApiError,
  type CommerceClient,
  CommerceError,
  DataChangedError,
  PageWindowError,
  responseOf,
} from './index.js';
import { call, UsageError } from './lists.js';
import { valueAt } from './row-writer.js';
import type { Fields } from './rules-checks.js';
import type { Rule } from './rules-file.js';
import type { Period } from './rules-state.js';
import { type Change, idOf, type Placed, type Row, textOf } from './watch.js';

/** What the first page of a list says of its periods. */
type Head = Partial<
  Omit<api.BreakdownData, 'sum'> & Omit<api.TopEcommerceData, 'sum' | 'list'> & Omit<api.LiveSearchData, 'list'>
>;

/** The keys of a breakdown by periods. */
const DATES = ['date', 'week', 'month'];
/** The ids that a filter takes at most. */
const MOST_IDS = 100;

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

/** The way in which a rule is asked again, at the version of its look. */
type Again = { readonly request: Fields; readonly first?: number | undefined; readonly version: string };

/**
 * Asks the question of a rule.
 * @throws UsageError for a condition about a field that is no number, DataChangedError, also where the answer is of
 * another version than `again` says, and what a call throws
 */
export async function lookAt(client: CommerceClient, rule: Rule, again?: Again): Promise<Look> {
  const { list, when, name } = rule;
  const { request, first } = again ?? rule;
  const pages: Head[] = [];
  const options = {
    ...(first !== undefined && { limit: first }),
    onDataChanged: 'throw',
    onPage: (page: Head) => pages.push(page),
  };
  const rows: Placed[] = [];
  for await (const row of call<AsyncIterable<Row>>(client, list.walk, request, options)) {
    const field = when.fields.find((path) => !['number', 'object'].includes(typeof valueAt(row, path)));
    if (field !== undefined) {
      const text = textOf(valueAt(row, field));
      throw new UsageError(`"${name}" compares ${field}, which is ${text}: conditions are about numbers.`);
    }
    rows.push({ id: idOf(row, list.key), row, place: typeof row.rank === 'number' ? row.rank : rows.length + 1 });
  }
  const [head = {}] = pages;
  const { total, has_more } = pages.at(-1) ?? {};
  const { headers } = responseOf(head);
  const version = headers.get('X-Data-Version') ?? '';
  if (again !== undefined && again.version !== version) throw new DataChangedError(again.version, version);
  const [, page] = /(?:^|, )<([^<>]*)>; rel="alternate"/.exec(headers.get('Link') ?? '') ?? [];
  return {
    version,
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

/** The rows of the period before; undefined where it is not complete. */
export async function lookBefore(
  client: CommerceClient,
  rule: Rule,
  { before, version }: Look,
): Promise<Look | undefined> {
  if (before === undefined || !(before.complete || rule.partial)) return undefined;
  return lookAt(client, rule, { request: before.request, first: rule.first, version });
}

/** Changes in which rows that left the first ones are told from those that are in the whole list no more. */
export async function withGone(
  client: CommerceClient,
  rule: Rule,
  changes: readonly Change[],
  { version }: Look,
): Promise<readonly Change[]> {
  const left = changes.filter(({ change }) => change.startsWith('left'));
  const [key = '', ...others] = rule.list.key;
  const isOneField = others.length === 0 && !key.includes('.');
  const there = new Set<string>();
  try {
    for (let at = 0; at < left.length; at += isOneField ? MOST_IDS : left.length) {
      const ids = left.slice(at, at + MOST_IDS).map(({ id }) => id[key]);
      const filter = isOneField && { filter: { ...(rule.request.filter as Fields), [key]: ids } };
      const { rows } = await lookAt(client, rule, { request: { ...rule.request, ...filter }, version });
      for (const { id } of rows) there.add(textOf(id));
    }
  } catch (error) {
    if (error instanceof PageWindowError) return changes;
    throw error;
  }
  return changes.map((one) => (left.includes(one) && !there.has(textOf(one.id)) ? { ...one, change: 'gone' } : one));
}

/** What is wrong with the question of a rule, with its lines. @throws an error that no question causes */
export function faultOf(rule: Rule, error: unknown): UsageError {
  if (!(error instanceof CommerceError || error instanceof UsageError)) throw error;
  const answered = error instanceof ApiError ? error.errors : [];
  const hint = error instanceof PageWindowError ? ' In a rule, first is its limit.' : '';
  const faults = answered.length > 0 ? answered : [{ path: '', message: `${error.message}${hint}` }];
  return new UsageError(
    faults.map(({ path, message }) => `${rule.placeOf(path)}: ${rule.name}: ${message}`).join('\n'),
  );
}
