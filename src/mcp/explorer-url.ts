import type { JsonObject } from '../common/json-object.js';
import { requestScope } from '../common/request-scope.js';
import type { AnswerPageService } from '../http/answer/envelope.interceptor.js';
import type { SortItem } from '../search/compiler/types.js';
import { SUBJECT_NAMES, subjectOf, SUBJECTS } from '../subjects/subjects.js';
import { TOOLS } from './tools.js';

/** The explorer's lists, by the paths of the operations that they and its pages show. */
const VIEWS = new Map(
  TOOLS.flatMap(({ questions }) => Object.values(questions).map(({ path, view }) => [path, view] as const)),
);

/** The explorer's page that shows the answer of the current request. */
export const explorerPage: AnswerPageService['addressOf'] = (path, data) => {
  if (!VIEWS.has(path)) return undefined;
  const request = requestScope().request as JsonObject;
  // Only the answer knows which days follow the data.
  const followsData = request.date_info !== undefined || JSON.stringify(request).includes('"last');
  return explorerUrl(VIEWS.get(path), followsData ? withDates(request, data.decode()) : request);
};

/** A request with the days that its answer is of, where `last` or a period stands for them. */
export function withDates(request: JsonObject, whole: object): JsonObject {
  const { date_type: type, date_value: value, from, to, time_from, time_to, filter = {} } = whole as JsonObject;
  const date_info = value === undefined ? (filter as object) : { date_info: { type, value } };
  const times = { min: Date.parse(String(time_from)) / 1000, max: Date.parse(String(time_to)) / 1000 + 86_399 };
  const filters = Object.entries({ ...(request.filter as object), ...date_info });
  const dated = filters.map(([name, one]) => [name, (one as JsonObject | null)?.last === undefined ? one : times]);
  const days = from === undefined ? {} : { from, to };
  return { ...request, ...days, ...(request.filter !== undefined && { filter: Object.fromEntries(dated) as object }) };
}

/**
 * The address at which the explorer shows a checked request; undefined where none of its pages does.
 * @param view its list of what the operation finds; empty without one
 */
export function explorerUrl(view: string | undefined, request: JsonObject): string | undefined {
  const filter = (request.filter ?? request) as JsonObject;
  if (view === '') return undefined;
  if (view === undefined) return pageUrl(filter, request);
  const { keywords, page, pagesize, orderby = [], compare_to } = request;
  const [sort, ...others] = orderby as readonly SortItem[];
  const isOfMany = Object.entries(filter).some(([name, ids]) => /category(?:_id)?$/.test(name) && isMany(ids));
  if (others.length > 0 || isOfMany || compare_to !== undefined) return undefined;
  return addressOf({
    view,
    keywords,
    ...filter,
    orderby: sort && `${sort.field}${sort.order === 'asc' ? ':asc' : ''}`,
    page,
    pagesize,
  });
}

/** The pages by the fields of their ids: a category has one at every level. */
const PAGES = [
  ...SUBJECT_NAMES.map((view) => ({ view, id: SUBJECTS[view].id })),
  ...['l2_category_id', 'l3_category_id'].map((id) => ({ view: 'category' as const, id })),
];

/** The page of the only id of a history, a comparison or a breakdown, in its days. */
function pageUrl(filter: JsonObject, { by, from, to }: JsonObject): string | undefined {
  const [page, ...others] = PAGES.filter(({ id }) => filter[id] !== undefined);
  if (page === undefined || others.length > 0 || isMany(filter[page.id])) return undefined;
  const { view, id } = page;
  if (subjectOf(view).hasNoPage) return undefined;
  const date_info = by === undefined ? filter.date_info : { type: 'range', value: `${String(from)}~${String(to)}` };
  const { region, channel } = filter;
  return addressOf({ view, [id]: filter[id], region, channel, date_info });
}

const isMany = (value: unknown): boolean => Array.isArray(value) && value.length > 1;

function addressOf(values: JsonObject): string {
  const parameters = new URLSearchParams();
  for (const name in values) {
    const text = textOf(values[name]);
    if (text !== '') parameters.set(name, text);
  }
  return `${requestScope().publicUrl}/explore?${parameters.toString()}`;
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
