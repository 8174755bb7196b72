import { FACT_KINDS, type IndexKind } from '../common/record-kind.js';
import { CATEGORY } from './category.js';
import { CREATOR } from './creator.js';
import { LIVE } from './live.js';
import { PRODUCT } from './product.js';
import { SHOP } from './shop.js';
import type { SubjectEntry, SubjectRanking } from './subject.js';
import { VIDEO } from './video.js';

/** The subjects of sales. The compiler names each place that must know a new one. */
export const SUBJECTS = {
  creator: CREATOR,
  product: PRODUCT,
  shop: SHOP,
  category: CATEGORY,
  video: VIDEO,
  live: LIVE,
} as const satisfies Readonly<Record<string, SubjectEntry>>;

type Entries = typeof SUBJECTS;
export type Subject = keyof Entries;
export const SUBJECT_NAMES = Object.keys(SUBJECTS) as Subject[];

type RowField = { [By in Subject]: keyof Entries[By]['row'] }[Subject];
/** The fields by which rows of breakdowns name their subjects. */
export const ROW_FIELDS = {
  ...{ ...CREATOR.row, ...PRODUCT.row, ...SHOP.row, ...VIDEO.row, ...LIVE.row, ...CATEGORY.row },
} satisfies Readonly<Record<RowField, unknown>>;

/** The indices of all facts, and of the records that rows of facts show. */
export const SUBJECT_INDICES: readonly IndexKind[] = [
  ...new Set([...FACT_KINDS, ...SUBJECT_NAMES.map((name) => SUBJECTS[name].index)]),
];

/** The entry of a subject. */
export const subjectOf = (subject: Subject): SubjectEntry => SUBJECTS[subject];

/** Whether rows of a subject belong to a creator. */
export const isContent = (subject: Subject): boolean => subjectOf(subject).channel !== undefined;

type RankingsBySubject = { [By in Subject]: Entries[By]['rankings'] };
type ValueOf<Table> = Table extends Table ? Table[keyof Table] : never;
/** A ranking of any subject. */
export type Ranking = { [By in Subject]: keyof RankingsBySubject[By] }[Subject];
/** The methods of the controller of rankings. */
export type RankingOperation = ValueOf<RankingsBySubject[Subject]>['operation'];

/** Each ranking with its subject. */
export const RANKED: readonly (readonly [Ranking, Subject, SubjectRanking])[] = SUBJECT_NAMES.flatMap((subject) =>
  Object.entries(subjectOf(subject).rankings).map(([name, ranking]) => [name as Ranking, subject, ranking] as const),
);
export const RANKING_NAMES = RANKED.map(([name]) => name);

/** What clients read of a subject, and of one of its rankings. */
export function describeSubject(subject: Subject, ranking?: Ranking): object {
  const { id, name, plural, shownAs, channel, hasNoPage: has_no_page, rankings } = subjectOf(subject);
  const { list, facts, figure } = rankings[ranking ?? ''] ?? {};
  const shown_as = { id, ...shownAs };
  return { subject, id, name, plural, shown_as, channel, has_no_page, ranking, list, facts, figure };
}

/** The main ranking of a subject. */
export const mainRanking = (subject: Subject): Ranking => Object.keys(SUBJECTS[subject].rankings)[0] as Ranking;

/** The subjects whose rows can be compared with their peers. */
export type PeerSubject = { [By in Subject]: Entries[By] extends { readonly peers: object } ? By : never }[Subject];
/** What peers of a subject, or of any, may have in common. */
export type Trait<By extends PeerSubject = PeerSubject> = { [Own in By]: keyof Entries[Own]['peers']['traits'] }[By];

/** The subjects that have a history. */
export type HistorySubject = {
  [By in Subject]: Entries[By]['tools'] extends { readonly history: object } ? By : never;
}[Subject];
