import type { SortItem } from '../search/compiler/types.js';
import { SUBJECT_NAMES, subjectOf, SUBJECTS } from '../subjects/subjects.js';
import type { JsonObject } from '../common/json-object.js';

/**
 * The address at which the explorer shows a checked request; undefined where none of its pages does.
 * @param view its list of what the operation finds
 */
export function explorerUrl(base: string, view: string | undefined, request: JsonObject): string | undefined {
  const filter = (request.filter ?? request) as JsonObject;
  if (view === undefined) return pageUrl(base, filter, request);
  const { keywords, page, pagesize, orderby = [], compare_to } = request;
  const [sort, ...others] = orderby as readonly SortItem[];
  const isOfMany = Object.entries(filter).some(([name, ids]) => /category(?:_id)?$/.test(name) && isMany(ids));
  if (others.length > 0 || isOfMany || compare_to !== undefined) return undefined;
  return addressOf(base, {
    view,
    keywords,
    ...filter,
    orderby: sort && `${sort.field}${sort.order === 'asc' ? ':asc' : ''}`,
    page,
    pagesize,
  });
}

/** The page of the only id of a history, a comparison or a breakdown, in its days. */
function pageUrl(base: string, filter: JsonObject, { by, from, to }: JsonObject): string | undefined {
  const [view, ...others] = SUBJECT_NAMES.filter((subject) => filter[SUBJECTS[subject].id] !== undefined);
  if (view === undefined || others.length > 0) return undefined;
  const { id, hasNoPage } = subjectOf(view);
  if (hasNoPage || isMany(filter[id])) return undefined;
  const date_info = by === undefined ? filter.date_info : { type: 'range', value: `${String(from)}~${String(to)}` };
  const { region, channel } = filter;
  return addressOf(base, { view, [id]: filter[id], region, channel, date_info });
}

const isMany = (value: unknown): boolean => Array.isArray(value) && value.length > 1;

function addressOf(base: string, values: JsonObject): string {
  const texts = Object.entries(values).map(([name, value]): [string, string] => [name, textOf(value)]);
  return `${base}/explore?${new URLSearchParams(texts.filter(([, text]) => text !== '')).toString()}`;
}

/** A value as addresses of the explorer have it. */
function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value === undefined || value === null) return '';
  if (typeof value !== 'object') return `${value as string}`;
  if (Array.isArray(value)) return value.join(',');
  const { min, max, type, value: period } = value as JsonObject;
  return type === undefined ? `${textOf(min)}..${textOf(max)}` : `${textOf(type)}:${textOf(period)}`;
}
