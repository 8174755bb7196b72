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

/** The sentence of each rule in each language. The key is the `rule` of the error body. */
export const ERROR_TEXTS = {
  required: {
    EN_US: ({ path, detail }) => `${path} is required, for example ${detail}.`,
    ZH_CN: ({ path, detail }) => `缺少必填参数 ${path}，例如 ${detail}。`,
  },
  unknown: {
    EN_US: (facts) => `${facts.path} is not a field here; the fields are ${list(facts)}.`,
    ZH_CN: (facts) => `${facts.path} 不是有效字段；有效字段为 ${list(facts)}。`,
  },
  type: {
    EN_US: ({ path, given, detail }) => `${path} must be ${detail}, but is ${given}.`,
    ZH_CN: ({ path, given, detail }) => `${path} 的类型必须为 ${detail}，当前值为 ${given}。`,
  },
  quoted_number: {
    EN_US: ({ path, given }) => `${path} must be a number without quotes, but is the string ${given}.`,
    ZH_CN: ({ path, given }) => `${path} 必须是不带引号的数字，当前值为字符串 ${given}。`,
  },
  one_of: {
    EN_US: (facts) => `${facts.path} is ${facts.given}; it must be one of ${list(facts)}.`,
    ZH_CN: (facts) => `${facts.path} 的值 ${facts.given} 无效；有效值为 ${list(facts)}。`,
  },
  min: {
    EN_US: ({ path, given, limit }) => `${path} must be at least ${limit}, but is ${given}.`,
    ZH_CN: ({ path, given, limit }) => `${path} 不能小于 ${limit}，当前值为 ${given}。`,
  },
  max: {
    EN_US: ({ path, given, limit }) => `${path} must be at most ${limit}, but is ${given}.`,
    ZH_CN: ({ path, given, limit }) => `${path} 不能大于 ${limit}，当前值为 ${given}。`,
  },
  max_length: {
    EN_US: ({ path, given, limit, detail }) =>
      `${path} must have at most ${limit} characters, but has ${detail}: ${given}.`,
    ZH_CN: ({ path, given, limit, detail }) => `${path} 最多 ${limit} 个字符，当前为 ${detail} 个：${given}。`,
  },
  max_items: {
    EN_US: ({ path, limit, detail }) => `${path} must list at most ${limit} values, but lists ${detail}.`,
    ZH_CN: ({ path, limit, detail }) => `${path} 最多包含 ${limit} 个值，当前为 ${detail} 个。`,
  },
  empty: {
    EN_US: ({ path, given, detail }) => `${path} must ${detail}, but is ${given}.`,
    ZH_CN: ({ path, given }) => `${path} 不能为空，当前值为 ${given}。`,
  },
  id: {
    EN_US: ({ path, given, detail }) =>
      `${path} is ${given}, but an id has no blank, comma, line break or invisible sign inside${detail === undefined ? '.' : `; several ids are a list, such as ${detail}.`}`,
    ZH_CN: ({ path, given, detail }) =>
      `${path} 的值为 ${given}，但 ID 中不能有空格、逗号、换行或不可见字符${detail === undefined ? '。' : `；多个 ID 请使用列表，例如 ${detail}。`}`,
  },
  needs_an_id: {
    EN_US: ({ path, detail }) => `${path} must have at least one id: ${detail}.`,
    ZH_CN: ({ path, detail }) => `${path} 必须至少包含一个 ID：${detail}。`,
  },
  page_window: {
    EN_US: ({ limit, detail, given }) =>
      `page * pagesize must be at most ${limit}, but is ${given} (${detail}); narrow the filter to see other records.`,
    ZH_CN: ({ limit, detail, given }) => `page * pagesize 不能超过 ${limit}，当前为 ${given}（${detail}）。`,
  },
  min_above_max: {
    EN_US: ({ path, given }) => `${path} must have min at most max, but is ${given}.`,
    ZH_CN: ({ path, given }) => `${path} 的 min 不能大于 max，当前值为 ${given}。`,
  },
  milliseconds: {
    EN_US: ({ path, given, detail }) =>
      `${path} is in Unix seconds, but ${given} looks like milliseconds; did you mean ${detail}?`,
    ZH_CN: ({ path, given, detail }) => `${path} 的单位为 Unix 秒，${given} 看起来是毫秒；是否应为 ${detail}？`,
  },
  needs: {
    EN_US: ({ path, detail }) => `${path} must be used with ${detail}, because amounts are in the region’s currency.`,
    ZH_CN: ({ path, detail }) => `${path} 必须与 ${detail} 同时使用，因为金额以地区货币计。`,
  },
  duplicate: {
    EN_US: ({ path, given }) => `${path} names ${given} a second time; each field may be sorted by once.`,
    ZH_CN: ({ path, given }) => `${path} 重复使用了 ${given}；每个字段只能排序一次。`,
  },
  csv_alone: {
    EN_US: ({ path, given }) => `${path} is ${given}, which is only for CSV; send "format": "csv" with it.`,
    ZH_CN: ({ path, given }) => `${path} 的值 ${given} 仅适用于 CSV；请同时发送 "format": "csv"。`,
  },
  orderby_by_type: {
    EN_US: (facts) =>
      `${facts.path} is ${facts.given}; with ${facts.detail} the only valid field${isOne(facts) ? ' is' : 's are'} ${list(facts)}.`,
    ZH_CN: (facts) =>
      `${facts.path} 的值 ${facts.given} 无效；在 ${facts.detail} 时${isOne(facts) ? '唯一' : ''}有效的字段为 ${list(facts)}。`,
  },
  not_a_time: {
    EN_US: (facts) => `${facts.path} is ${facts.given}, but ${facts.detail} is no time; it is only for ${list(facts)}.`,
    ZH_CN: (facts) => `${facts.path} 的值为 ${facts.given}，但 ${facts.detail} 不是时间；仅适用于 ${list(facts)}。`,
  },
  too_many_values: {
    EN_US: ({ path, given, limit, detail }) =>
      `${path} is ${given}, which has more than ${limit} values here, so that counts could be up to ${detail} too small; narrow the filter.`,
    ZH_CN: ({ path, given, limit, detail }) =>
      `${path} 为 ${given}，此处的取值超过 ${limit} 个，计数最多可能少 ${detail}；请缩小筛选范围。`,
  },
  too_many_rows: {
    EN_US: ({ path, given, limit, detail }) =>
      `${path} is ${given}, which gives more than ${limit} rows here; narrow the request by ${detail}.`,
    ZH_CN: ({ path, given, limit, detail }) =>
      `${path} 为 ${given}，此处的结果超过 ${limit} 行；请通过 ${detail} 缩小范围。`,
  },
  too_many_products: {
    EN_US: ({ path, given, limit, detail }) =>
      `${path} is ${given}, which adds up the sales of ${detail} products; at most ${limit} can be added up: name fewer in filter.product_id.`,
    ZH_CN: ({ path, given, limit, detail }) =>
      `${path} 为 ${given}，需汇总 ${detail} 个商品的销售；最多可汇总 ${limit} 个商品，请用 filter.product_id 指定较少的商品。`,
  },
  period: {
    EN_US: ({ path, given, detail }) => `${path} is ${given}; ${detail}.`,
    ZH_CN: ({ path, given, detail }) => `${path} 的值 ${given} 无效；${detail}。`,
  },
} satisfies Record<string, Record<Lang, Sentence>>;

export type Rule = keyof typeof ERROR_TEXTS;

/** Returns the sentence of an error in a language, followed by the suggestion when there is one. */
export function writeError(rule: Rule, facts: ErrorFacts, lang: Lang): string {
  const sentence = (ERROR_TEXTS[rule] as Record<Lang, Sentence>)[lang](facts);
  if (facts.did_you_mean === undefined) return sentence;
  return lang === 'ZH_CN'
    ? `${sentence}您是否要使用 ${facts.did_you_mean}？`
    : `${sentence} Did you mean ${facts.did_you_mean}?`;
}
