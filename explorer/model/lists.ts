import type { Texts } from '../texts/texts.js';
import { type State, withView } from './address.js';
import { ENTITIES } from './entities.js';
import { textAt, valueAt } from './field-text.js';
import { growthOf } from './format.js';
import { beforeOf, type Coverage, daysOf, isCompared, periodName } from './periods.js';
import { CHANGE, resolveView, type ShownView } from './resolve-view.js';
import type { SentRequest } from './snippets.js';
import { ENTITY_IDS, type EntityId } from './views.js';

/** A thing of a list. */
export interface Listed {
  readonly entity: EntityId;
  readonly id: string;
  /** Empty until its record is here. */
  readonly name: string;
  /** The newest whole week when it was added: `week:2026-24`. */
  readonly added?: string | undefined;
}

/** Things under a name; that of those that are watched is empty. */
export interface NamedList {
  readonly name: string;
  readonly things: readonly Listed[];
}

/** The kinds of things that lists have: for categories below level 1 no ranking gives a single row. */
const KINDS = ENTITY_IDS.filter((entity) => entity !== 'category' && ENTITIES[entity].rankings.length > 0);
export const isListed = (entity: string): boolean => KINDS.some((own) => own === entity);

/** The list with more things: those that it has keep their week. */
export const withThings = ({ name, things }: NamedList, more: readonly Listed[]): NamedList => ({
  name,
  things: more.reduce((all, own) => (all.some((other) => isSame(own, other)) ? all : [...all, own]), things),
});

export const isSame = (one: Listed, other: Listed): boolean => one.entity === other.entity && one.id === other.id;

const NAME = 'list';

/** The page of a list that this browser keeps. */
export const withOwnList = (state: State, name: string): State => ({
  ...withView(state, 'list'),
  filter: name === '' ? {} : { [NAME]: name },
});

/** The page of a list whose address holds it: the ids of each kind, each with the week that it was added. */
export function withSharedList(state: State, { name, things }: NamedList): State {
  const own = withOwnList(state, name);
  const ids = KINDS.map((entity): [string, string] => [
    ENTITIES[entity].id,
    things
      .filter((thing) => thing.entity === entity)
      .map(({ id, added }) => (added === undefined ? id : added.replace('week', id)))
      .join(','),
  ]);
  return { ...own, filter: { ...own.filter, ...Object.fromEntries(ids.filter(([, text]) => text !== '')) } };
}

/** The list that an address holds, or the part of it that is none; undefined where it names one of this browser. */
export function sharedList({ [NAME]: name = '', ...ids }: State['filter']): NamedList | { wrong: string } | undefined {
  const parts = Object.entries(ids).flatMap(([field, text]) => text.split(',').map((part) => [field, part] as const));
  const things = parts.map(([field, part]): Listed | undefined => {
    const entity = KINDS.find((own) => ENTITIES[own].id === field);
    const [, id, week] = /^(\d{1,20})(?::(.+))?$/.exec(part) ?? [];
    const added = week === undefined ? undefined : `week:${week}`;
    if (entity === undefined || id === undefined || (added && daysOf(added) === undefined)) return undefined;
    return { entity, id, name: '', ...(added !== undefined && { added }) };
  });
  const wrong = parts[things.indexOf(undefined)];
  if (wrong !== undefined) return { wrong: wrong.join('=') };
  const { length } = parts;
  return length === 0 ? undefined : withThings({ name, things: [] }, things as Listed[]);
}

/** A request for the rows of things in their ranking of a week. */
export interface RankRequest extends SentRequest {
  readonly entity: EntityId;
  readonly week: string;
}

/** The answer to it. */
export interface RankedThings extends Coverage {
  readonly list: readonly unknown[];
}

/** As many ids as a filter takes. */
const MOST_IDS = 100;
const periodBody = (week: string): object => ({ type: 'week', value: week.split(':')[1] });
const viewOf = (entity: EntityId): ShownView =>
  resolveView(ENTITIES[entity].rankings[0] ?? 'sales', { orderby: '', filter: {} });

/** The requests for a week of things, and for the weeks that they were added. */
export const rankRequests = (things: readonly Listed[], newest: string): RankRequest[] =>
  KINDS.flatMap((entity) => {
    const own = things.filter((thing) => thing.entity === entity);
    const weeks = own.length === 0 ? [] : [...new Set([newest, ...own.flatMap(({ added }) => added ?? [])])];
    return weeks.flatMap((week) => {
      const ids = own.filter(({ added }) => week === newest || week === added).map(({ id }) => id);
      return Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, at) => {
        const asked = ids.slice(at * MOST_IDS, (at + 1) * MOST_IDS);
        const filter = { [ENTITIES[entity].id]: asked, date_info: periodBody(week) };
        return { entity, week, path: viewOf(entity).path, body: { filter, pagesize: MOST_IDS } };
      });
    });
  });

/** A thing of a list with its figures of a week, USD. */
export interface ListedRow extends Listed {
  /** In its ranking; undefined where it sold nothing, or nobody knows yet. */
  readonly row: unknown;
  readonly gmv: number;
  /** Its sales of the week before, where it sold nothing since. */
  readonly past?: number | undefined;
  /** Since the week before; undefined where the data does not cover both. */
  readonly change?: number | undefined;
  readonly growth?: number | undefined;
  /** Since the week that it was added, and its sales then. */
  readonly since?: number | undefined;
  readonly then?: number | undefined;
}

/** The rows of a list from the answers to its requests. */
export function listedRows(
  things: readonly Listed[],
  newest: string,
  asked: readonly RankRequest[],
  answers: readonly RankedThings[],
): ListedRow[] {
  const weekOf = ({ entity, id }: Listed, week: string | undefined) => {
    const { names, main = '' } = viewOf(entity);
    const own = answers.filter((_, at) => asked[at]?.entity === entity && asked[at].week === week);
    const row = own.flatMap(({ list }) => list).find((one) => textAt(one, names.id) === id);
    const gmv = own.length === 0 || own[0]?.complete === false ? undefined : Number(valueAt(row, main) ?? 0);
    return { row, gmv, coverage: own[0] };
  };
  return things.map((thing) => {
    const { row, gmv = 0, coverage } = weekOf(thing, newest);
    const { names, growth } = viewOf(thing.entity);
    const [before, added] = [weekOf(thing, beforeOf(coverage)), weekOf(thing, thing.added)];
    const past = row === undefined ? before.gmv : undefined;
    const changes =
      row === undefined
        ? past !== undefined && { past, change: -past, growth: growthOf(0, past) }
        : { change: Number(valueAt(row, CHANGE)), growth: valueAt(row, growth) as number | undefined };
    return {
      ...thing,
      name: textAt(row ?? before.row ?? added.row, names.title) || thing.name,
      row,
      gmv,
      ...(isCompared(coverage) && changes),
      ...(added.gmv !== undefined && { then: added.gmv, since: gmv - added.gmv }),
    };
  });
}

/** The rows of a list for a spreadsheet; its headings name the weeks that are compared. */
export function listSheet(
  rows: readonly ListedRow[],
  { week, before }: Readonly<Record<'week' | 'before', string>>,
  { text, field }: Texts,
  lang: State['lang'],
): (string | number | null)[][] {
  const [now, past] = [periodName(week, lang), before && text('summaryBefore', { days: periodName(before, lang) })];
  const gmv = field('usd_gmv');
  return [
    [
      ...[text('kind'), 'ID', text('saveName'), `${gmv} · ${now}`, `${field(CHANGE)} · ${past}`],
      ...[`${field('usd_gmv_growth_rate_info.rate')}, % · ${past}`, `${field('rank')} · ${now}`, text('previousRank')],
      ...[text('listAdded'), `${gmv} · ${text('listThen')}`, text('listSince')],
      `${text('listSince')}, %`,
    ],
    ...rows.map(({ entity, id, name, row, added, gmv: sold, change, growth, since, then }) => [
      ...[text(`view.${entity}`), id, name || id, sold, change ?? null, growth ?? null],
      ...['rank', 'previous_rank'].map((path) => (valueAt(row, path) as number | undefined) ?? null),
      ...[added === undefined ? null : periodName(added, lang), then ?? null, since ?? null],
      then === undefined ? null : (growthOf(sold, then) ?? null),
    ]),
  ];
}
