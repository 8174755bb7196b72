import { fileNameOf } from './forms.js';
import { ruleOf, type RuleSources } from './rules.js';
import type { SentRequest } from './snippets.js';

/** The exports of lists, by the paths of the lists; links name an export by its operation. */
export const EXPORTS: Readonly<Record<string, string>> = {
  '/video/v1/search': 'exportVideos',
  '/product/v1/search': 'exportProducts',
  '/live/v1/search': 'exportLiveStreams',
  '/creator/v1/search': 'exportCreators',
  '/shop/v1/search': 'exportShops',
  '/creator/v1/rank/topEcommerce': 'exportTopEcommerceCreators',
  '/creator/v1/rank/topGrowth': 'exportTopGrowthCreators',
  '/product/v1/rank/topSelling': 'exportTopSellingProducts',
  '/shop/v1/rank/topSelling': 'exportTopSellingShops',
  '/category/v1/rank/topSelling': 'exportTopSellingCategories',
  '/video/v1/rank/topSelling': 'exportTopSellingVideos',
  '/live/v1/rank/topSelling': 'exportTopSellingLiveStreams',
  '/sales/v1/breakdown': 'exportSalesBreakdown',
};

type Body = Readonly<Record<string, unknown>>;

/** The request for a link to an export. @param days how long it is valid */
export function linkRequest(
  { path, body }: SentRequest,
  file: { readonly title: string; readonly days: number; readonly options: object },
): SentRequest {
  const request = Object.entries(body).filter(([field]) => field !== 'page' && field !== 'pagesize');
  // Names of files in addresses are ASCII.
  const name = fileNameOf(file.title)
    .replace(/[^\w-]+/g, '')
    .slice(0, 60);
  return {
    path: '/v1/links',
    body: {
      ...{ operation: EXPORTS[path], request: { ...Object.fromEntries(request), ...file.options } },
      ...{ expires_in: file.days * 86_400, ...(/\w/.test(name) && { name }) },
    },
  };
}

/** The body with days that follow the data in the place of its dates; undefined where they follow no rule. */
export function followData(body: Body, sources: RuleSources): Body | undefined {
  if ('compare_to' in body) return undefined;
  const filter = Object.entries((body['filter'] ?? {}) as Body);
  const followed = filter.flatMap(([name, value]): [string, unknown][] => {
    const { type, value: period, min, max } = (value ?? {}) as Body;
    const rule =
      typeof period === 'string'
        ? ruleOf('period', `${String(type)}:${period}`, sources)
        : typeof min === 'number' && typeof max === 'number'
          ? ruleOf('times', `${min}..${max}`, sources)
          : undefined;
    return rule === undefined ? [] : [[name, rangeOf(rule)]];
  });
  return followed.length === 0
    ? undefined
    : { ...body, filter: { ...Object.fromEntries(filter), ...Object.fromEntries(followed) } };
}

/** A rule of the address (`week:last`, `range:last28`, `last28`) as the service takes it. */
function rangeOf(rule: string): object {
  const [, type, count = ''] = /^(?:(\w+):)?last(\d*)$/.exec(rule) ?? [];
  if (type === undefined) return { last: `${count}d` };
  return { type, value: count === '' ? 'last' : `last-${Number(count) - 1}d~last` };
}
