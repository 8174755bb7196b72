import type { Lang } from './lang.js';

/** The facts that the sentence of an error shows. */
export interface ErrorFacts {
  /** The first 100 characters of the invalid value as JSON. */
  readonly given: string;
  readonly path: string;
  readonly limit?: number;
  readonly valid?: readonly (string | number | boolean)[];
  readonly did_you_mean?: string;
  /** A further fact of the rule, such as `region or seller_id`. */
  readonly detail?: string;
}

type Sentence = (facts: ErrorFacts) => string;

const list = (facts: ErrorFacts): string => (facts.valid ?? []).join(', ');

const isOne = (facts: ErrorFacts): boolean => facts.valid?.length === 1;

interface ErrorText extends Readonly<Record<Lang, Sentence>> {
  /** The faults that break the rule. */
  readonly about: string;
  /** The facts that an error has next to its sentence. */
  readonly carries?: string;
}

/** The `rule` of each error, what it is about, and its sentence in each language. docs/api.md is written from it. */
export const ERROR_TEXTS = {
  required: {
    about: 'a required field is absent or null',
    EN_US: ({ path, detail }) => `${path} is required, for example ${detail}.`,
    ZH_CN: ({ path, detail }) => `缺少必填参数 ${path}，例如 ${detail}。`,
  },
  unknown: {
    about: 'a field that the operation does not have',
    carries: '`valid`, `did_you_mean`',
    EN_US: (facts) => `${facts.path} is not a field here; the fields are ${list(facts)}.`,
    ZH_CN: (facts) => `${facts.path} 不是有效字段；有效字段为 ${list(facts)}。`,
  },
  type: {
    about: 'a value of another type, or an id that would lose digits',
    EN_US: ({ path, given, detail }) => `${path} must be ${detail}, but is ${given}.`,
    ZH_CN: ({ path, given, detail }) => `${path} 的类型必须为 ${detail}，当前值为 ${given}。`,
  },
  quoted_number: {
    about: 'a number in quotes',
    EN_US: ({ path, given }) => `${path} must be a number without quotes, but is the string ${given}.`,
    ZH_CN: ({ path, given }) => `${path} 必须是不带引号的数字，当前值为字符串 ${given}。`,
  },
  one_of: {
    about: 'a value that is not on the list: regions, languages, sort fields, `order`, types, flags, formats, `fields`',
    carries: '`valid`, `did_you_mean`',
    EN_US: (facts) => `${facts.path} is ${facts.given}; it must be one of ${list(facts)}.`,
    ZH_CN: (facts) => `${facts.path} 的值 ${facts.given} 无效；有效值为 ${list(facts)}。`,
  },
  min: {
    about:
      'below the smallest allowed: `page`, `pagesize`, `size`, `limit`, a negative bound, a number below −(2^53 − 1)',
    carries: '`limit`',
    EN_US: ({ path, given, limit }) => `${path} must be at least ${limit}, but is ${given}.`,
    ZH_CN: ({ path, given, limit }) => `${path} 不能小于 ${limit}，当前值为 ${given}。`,
  },
  max: {
    about:
      'above the largest allowed: `pagesize`, `size`, a percentage above 100, the `limit` of an export, a number above 2^53 − 1',
    carries: '`limit`',
    EN_US: ({ path, given, limit }) => `${path} must be at most ${limit}, but is ${given}.`,
    ZH_CN: ({ path, given, limit }) => `${path} 不能大于 ${limit}，当前值为 ${given}。`,
  },
  max_length: {
    about: 'more than 120 characters of `keywords`, more than 100 of an id',
    carries: '`limit`',
    EN_US: ({ path, given, limit, detail }) =>
      `${path} must have at most ${limit} characters, but has ${detail}: ${given}.`,
    ZH_CN: ({ path, given, limit, detail }) => `${path} 最多 ${limit} 个字符，当前为 ${detail} 个：${given}。`,
  },
  max_items: {
    about: 'more than 100 ids or `fields`, more than 8 facets',
    carries: '`limit`',
    EN_US: ({ path, limit, detail }) => `${path} must list at most ${limit} values, but lists ${detail}.`,
    ZH_CN: ({ path, limit, detail }) => `${path} 最多包含 ${limit} 个值，当前为 ${detail} 个。`,
  },
  empty: {
    about: 'a range without a bound, an id without a character, a list without an item',
    EN_US: ({ path, given, detail }) => `${path} must ${detail}, but is ${given}.`,
    ZH_CN: ({ path, given }) => `${path} 不能为空，当前值为 ${given}。`,
  },
  id: {
    about: 'an id with a blank, comma, line break or invisible sign inside',
    EN_US: ({ path, given, detail }) =>
      `${path} is ${given}, but an id has no blank, comma, line break or invisible sign inside${detail === undefined ? '.' : `; several ids are a list, such as ${detail}.`}`,
    ZH_CN: ({ path, given, detail }) =>
      `${path} 的值为 ${given}，但 ID 中不能有空格、逗号、换行或不可见字符${detail === undefined ? '。' : `；多个 ID 请使用列表，例如 ${detail}。`}`,
  },
  needs_an_id: {
    about: 'a breakdown by creator, product, shop, video or live stream without an id',
    EN_US: ({ path, detail }) => `${path} must have at least one id: ${detail}.`,
    ZH_CN: ({ path, detail }) => `${path} 必须至少包含一个 ID：${detail}。`,
  },
  page_window: {
    about: "`page * pagesize` above the operation's limit",
    carries: '`limit`',
    EN_US: ({ limit, detail, given }) =>
      `page * pagesize must be at most ${limit}, but is ${given} (${detail}); narrow the filter to see other records.`,
    ZH_CN: ({ limit, detail, given }) => `page * pagesize 不能超过 ${limit}，当前为 ${given}（${detail}）。`,
  },
  min_above_max: {
    about: 'a range whose min is above its max',
    EN_US: ({ path, given }) => `${path} must have min at most max, but is ${given}.`,
    ZH_CN: ({ path, given }) => `${path} 的 min 不能大于 max，当前值为 ${given}。`,
  },
  milliseconds: {
    about: 'a time of 13 digits or more',
    EN_US: ({ path, given, detail }) =>
      `${path} is in Unix seconds, but ${given} looks like milliseconds; did you mean ${detail}?`,
    ZH_CN: ({ path, given, detail }) => `${path} 的单位为 Unix 秒，${given} 看起来是毫秒；是否应为 ${detail}？`,
  },
  needs: {
    about:
      'an amount without the `region` (or `seller_id`) that fixes its currency: ranges, the facet of prices, the measure `gmv`',
    EN_US: ({ path, detail }) => `${path} must be used with ${detail}, because amounts are in the region’s currency.`,
    ZH_CN: ({ path, detail }) => `${path} 必须与 ${detail} 同时使用，因为金额以地区货币计。`,
  },
  duplicate: {
    about: 'a field sorted by twice',
    EN_US: ({ path, given }) => `${path} names ${given} a second time; each field may be sorted by once.`,
    ZH_CN: ({ path, given }) => `${path} 重复使用了 ${given}；每个字段只能排序一次。`,
  },
  csv_alone: {
    about: '`excel` with another `format` than `csv`',
    EN_US: ({ path, given }) => `${path} is ${given}, which is only for CSV; send "format": "csv" with it.`,
    ZH_CN: ({ path, given }) => `${path} 的值 ${given} 仅适用于 CSV；请同时发送 "format": "csv"。`,
  },
  orderby_by_type: {
    about: 'topEcommerce sorted by another field than `ecommerce_type` selects',
    carries: '`valid`',
    EN_US: (facts) =>
      `${facts.path} is ${facts.given}; with ${facts.detail} the only valid field${isOne(facts) ? ' is' : 's are'} ${list(facts)}.`,
    ZH_CN: (facts) =>
      `${facts.path} 的值 ${facts.given} 无效；在 ${facts.detail} 时${isOne(facts) ? '唯一' : ''}有效的字段为 ${list(facts)}。`,
  },
  channel_alone: {
    about: '`channel` of a ranking together with `ecommerce_type`',
    EN_US: ({ path, given, detail }) =>
      `${path} is ${given}, which excludes ${detail}: channel counts the sales of one channel only, ${detail} orders by them.`,
    ZH_CN: ({ path, given, detail }) => `${path} 的值为 ${given}，不能与 ${detail} 同时使用。`,
  },
  not_a_time: {
    about: "a facet's `interval` for a field that is no time",
    carries: '`valid`',
    EN_US: (facts) => `${facts.path} is ${facts.given}, but ${facts.detail} is no time; it is only for ${list(facts)}.`,
    ZH_CN: (facts) => `${facts.path} 的值为 ${facts.given}，但 ${facts.detail} 不是时间；仅适用于 ${list(facts)}。`,
  },
  too_many_values: {
    about: 'a facet of more than 10,000 values in a divided index, whose counts would be in doubt',
    carries: '`limit`',
    EN_US: ({ path, given, limit, detail }) =>
      `${path} is ${given}, which has more than ${limit} values here, so that counts could be up to ${detail} too small; narrow the filter.`,
    ZH_CN: ({ path, given, limit, detail }) =>
      `${path} 为 ${given}，此处的取值超过 ${limit} 个，计数最多可能少 ${detail}；请缩小筛选范围。`,
  },
  too_many_rows: {
    about: 'a breakdown of more rows than it may have',
    carries: '`limit`',
    EN_US: ({ path, given, limit, detail }) =>
      `${path} is ${given}, which gives more than ${limit} rows here; narrow the request by ${detail}.`,
    ZH_CN: ({ path, given, limit, detail }) =>
      `${path} 为 ${given}，此处的结果超过 ${limit} 行；请通过 ${detail} 缩小范围。`,
  },
  too_many_products: {
    about: 'a breakdown `by: shop`, or of shops by `seller_id`, with more products than can be added up',
    carries: '`limit`',
    EN_US: ({ path, given, limit, detail }) =>
      `${path} is ${given}, which adds up the sales of ${detail} products; at most ${limit} can be added up: name fewer in filter.product_id.`,
    ZH_CN: ({ path, given, limit, detail }) =>
      `${path} 为 ${given}，需汇总 ${detail} 个商品的销售；最多可汇总 ${limit} 个商品，请用 filter.product_id 指定较少的商品。`,
  },
  too_many_creators: {
    about: 'a breakdown `by: region`, or of a `region`, with more creators than can be added up',
    carries: '`limit`',
    EN_US: ({ path, given, limit, detail }) =>
      `${path} is ${given}, which adds up the sales of ${detail} creators; at most ${limit} can be added up: name some in filter.uid.`,
    ZH_CN: ({ path, given, limit, detail }) =>
      `${path} 为 ${given}，需汇总 ${detail} 位达人的销售；最多可汇总 ${limit} 位达人，请用 filter.uid 指定达人。`,
  },
  period: {
    about:
      'a `date_info.value`, `from` or `to` that is not written as its type asks for, or that no calendar has; a `to` before `from`, or more than 400 periods after it',
    EN_US: ({ path, given, detail }) => `${path} is ${given}; ${detail}.`,
    ZH_CN: ({ path, given, detail }) => `${path} 的值 ${given} 无效；${detail}。`,
  },
} satisfies Readonly<Record<string, ErrorText>>;

export type Rule = keyof typeof ERROR_TEXTS;

/** Returns the sentence of an error in a language, followed by the suggestion when there is one. */
export function writeError(rule: Rule, facts: ErrorFacts, lang: Lang): string {
  const sentence = (ERROR_TEXTS[rule] as ErrorText)[lang](facts);
  if (facts.did_you_mean === undefined) return sentence;
  return lang === 'ZH_CN'
    ? `${sentence}您是否要使用 ${facts.did_you_mean}？`
    : `${sentence} Did you mean ${facts.did_you_mean}?`;
}
