import type { NewestMoments } from '../common/record-kind.js';
import { keyFields, OTHER_NAMES } from '../sales/sales.definition.js';
import type { SubjectRanking, ToolTexts } from '../subjects/subject.js';
import {
  mainRanking,
  RANKED,
  type Ranking,
  type Subject,
  SUBJECT_NAMES,
  subjectOf,
  SUBJECTS,
} from '../subjects/subjects.js';

/** What a tool asks of an operation, and what it adds to the answer. */
export interface Asked extends ToolTexts {
  readonly path: string;
  /** The list of the explorer that shows the same, empty without one; facets stand next to the list of their search. */
  readonly view?: string;
  /** The kinds of data that determine the answer's freshness. */
  readonly freshAs: readonly (keyof NewestMoments)[];
  /** The calls that may follow. */
  readonly next: string;
  /** The ranking whose facts tell whether the answer is complete. */
  readonly ranking?: Ranking;
  /** What every answer omits. */
  readonly omits?: string;
}

/** A tool and its questions by the value of `of` that asks them; a tool of one question takes no `of`. */
export interface ToolEntry {
  readonly name: string;
  readonly about: string;
  /** Whether `view.ts` shows its answers. */
  readonly isViewed?: true;
  readonly questions: Readonly<Record<string, Asked>>;
}

const tool = (name: string, about: string, asked: Asked): ToolEntry => ({ name, about, questions: { '': asked } });

const freshnessOf = ({ facts }: SubjectRanking) => (facts === 'sales' ? 'sales' : 'creator_days');

const rankQuestions = RANKED.map(([name, subject, ranking]): [string, Asked] => {
  const { about, fields, ids, list: view } = ranking;
  const path = `/${subject}/v1/rank/${name.endsWith('TopSelling') ? 'topSelling' : name}`;
  const { next } = SUBJECTS[subject].tools;
  return [name, { path, view, about, fields, ids, ranking: name, freshAs: [freshnessOf(ranking)], next }];
});

const historyQuestions = SUBJECT_NAMES.flatMap((subject): [string, Asked][] => {
  const { rankings, tools } = subjectOf(subject);
  const [path, ranking] = [`/${subject}/v1/history`, mainRanking(subject)];
  const freshAs = Object.values(rankings).map(freshnessOf);
  const next = 'break_down_sales with the id and the days of a period for what made it.';
  return tools.history ? [[subject, { ...tools.history, path, ranking, freshAs, next }]] : [];
});

const peersQuestions = SUBJECT_NAMES.flatMap((subject): [string, Asked][] => {
  const next = 'rank with filter of the answer for the peers.';
  const [path, ranking] = [`/${subject}/v1/peers`, mainRanking(subject)];
  return subjectOf(subject).peers ? [[subject, { path, ranking, freshAs: ['sales'], next }]] : [];
});

/** The subjects that are searched and counted, as assistants are told them. */
const SEARCHED = ['video', 'product', 'live', 'creator'] as const satisfies readonly Subject[];

/** Creators have no moment of their own. */
const newestOf = (subject: (typeof SEARCHED)[number]): keyof NewestMoments =>
  subject === 'creator' ? 'creator_days' : SUBJECTS[subject].index;

const searchTool = (subject: (typeof SEARCHED)[number]): ToolEntry => {
  const { index: view, tools } = SUBJECTS[subject];
  const { about, ...texts } = tools.search;
  const freshAs = [newestOf(subject)];
  return tool(`search_${view}`, about, { ...texts, path: `/${subject}/v1/search`, view, freshAs, next: tools.next });
};

const countQuestion = (subject: (typeof SEARCHED)[number]): [string, Asked] => {
  const { index: view } = SUBJECTS[subject];
  const next = `search_${view} with a value in the filter of its name.`;
  const omits = 'Counts are exact. other_count counts the records of values that are not listed; size lists more.';
  return [view, { path: `/${subject}/v1/facets`, view, freshAs: [newestOf(subject)], next, omits }];
};

/** Ids by the beginning of a name. */
const ids = (path: string, about: string): Asked => ({
  path,
  about,
  freshAs: [],
  next: 'Put the ids of filter into the filter or the arguments of another tool.',
  omits: 'At most 10, the best known first; more letters find others.',
});

const { tools: SHOP } = SUBJECTS.shop;
const BREAKDOWN_FIELDS = SUBJECT_NAMES.map((subject) => SUBJECTS[subject].tools.breakdown);

/** The tools of assistants. Requests, answers and scopes are those of the operations. */
export const TOOLS: readonly ToolEntry[] = [
  ...SEARCHED.map(searchTool),
  tool('search_shops', SHOP.search.about, {
    ...{ path: '/shop/v1/search', fields: SHOP.search.fields, view: '' },
    ...{ freshAs: ['products'], next: SHOP.next },
  }),
  tool('similar_products', 'Products with words of one, near its price, of other shops.', {
    ...{ path: '/product/v1/similar', fields: 'product_id title price usd_price day7_units_sold shop.name', view: '' },
    ...{ freshAs: ['products'], next: SUBJECTS.product.tools.next },
  }),
  {
    name: 'rank',
    isViewed: true,
    about:
      'Rankings of a period, and changes since the one before. With a row’s own id: that row alone, ranked among all.',
    questions: Object.fromEntries(rankQuestions),
  },
  {
    name: 'history',
    isViewed: true,
    about:
      'Sales period by period, of a creator followers too. from and to of weeks: 2026-26, of months: 2026-06. l2_category_id needs level 2.',
    questions: Object.fromEntries(historyQuestions),
  },
  {
    name: 'compare_with_peers',
    about: 'Whether the figures of one id are large among the rows of its ranking.',
    questions: Object.fromEntries(peersQuestions),
  },
  {
    name: 'break_down_sales',
    isViewed: true,
    about:
      'Sales between two days by what they are of. Who sold a product, against the month before: rank with product_id.',
    questions: {
      '': {
        path: '/sales/v1/breakdown',
        fields: `${BREAKDOWN_FIELDS.join(' ')} units_sold usd_gmv share usd_gmv_change ${OTHER_NAMES.flatMap(keyFields).join(' ')}`,
        ids: { product_category_id: 'category.id', l2_category_id: 'category.id', l3_category_id: 'category.id' },
        ranking: mainRanking('creator'),
        freshAs: ['sales'],
        next: 'history with the id of a row; break_down_sales by something else with it.',
      },
    },
  },
  {
    name: 'count_by_facet',
    isViewed: true,
    about: 'Counts of a search by the values of a filter, exact.',
    questions: Object.fromEntries(SEARCHED.map(countQuestion)),
  },
  {
    name: 'find_ids',
    about: 'Ids by the beginning of a name: filter of a row has them, such as list.0.filter.uid.',
    questions: {
      products: ids('/product/v1/suggest', 'product categories (English, Chinese) and shops.'),
      creators: ids('/creator/v1/suggest', 'creators and creator categories.'),
    },
  },
];
