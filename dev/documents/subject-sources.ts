import type { Document, Operation, Schema } from './api-document.js';

/** Filters that several lists share. */
const SHARED = ['region', 'date_info', 'category_id', 'creator_category_id', 'product_category_id', 'l1_category_id'];
/** Columns of a ranking by sales: those of all, and those that are together where its rows have them. */
const SOLD = ['usd_gmv', 'share', 'usd_gmv_growth_rate_info.rate', 'units_sold'];
const SOLD_BY = ['creator_count', 'video_count', 'live_count'];
/** The figures of the bars above a list. */
const CHANNELS = ['video_usd_gmv', 'live_usd_gmv'];
/** What the explorer takes for a ranking that says nothing else. */
const USUAL: Readonly<Record<string, unknown>> = { main: 'usd_gmv', newest: 'sales', bars: CHANNELS };

/** The operations that say what they are about. */
const aboutSubjects = (operations: readonly Operation[]) =>
  operations.flatMap(({ id: operation, path, request, row, about }) =>
    about === undefined ? [] : [{ operation, path, request, row, ...about }],
  );

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The subjects and rankings of the explorer, made from the operations that name a subject. */
export function explorerSubjects({ components: { schemas } }: Document, operations: readonly Operation[]): string {
  const follow = ({ $ref, allOf = [], oneOf = [], properties }: Schema = {}): Readonly<Record<string, Schema>> => {
    const inner = schemas[$ref?.split('/').at(-1) ?? ''] ?? allOf[0] ?? oneOf[0];
    return properties ?? (inner ? follow(inner) : {});
  };
  const about = aboutSubjects(operations);
  const rankings = about.filter(({ ranking }) => ranking !== undefined);
  const lists = rankings.map(({ path, request, row, subject, id, ranking, list, facts = '', figure = '' }) => {
    const fields = follow(schemas[row]);
    const filters = follow(follow(schemas[request])['filter']);
    const inner = (name: string) => Object.keys(follow(fields[name])).map((field) => `${name}.${field}`);
    const paths = [...inner(subject), ...inner('creator')];
    const columns = [
      ...['rank', 'previous_rank'],
      ...paths.filter((field) => field.endsWith('.region')).slice(0, 1),
      '...SOLD',
      ...(SOLD_BY.every((field) => field in fields) ? ['...SOLD_BY'] : []),
      ...paths.filter((field) => field.endsWith('_time')),
      ...['product_count'].filter((field) => field in fields),
    ];
    const shared = SHARED.filter((field) => field in filters && field !== id);
    const bars = CHANNELS.every((field) => field in fields) ? CHANNELS : [figure];
    const newest = facts.replace('-', '_');
    // The explorer chooses those of creators.
    const chosen = figure === 'usd_gmv' ? columns : undefined;
    const own = Object.entries({ bars, shared, main: figure, newest }).filter(([name, value]) => value !== USUAL[name]);
    return [list, { subject, ranking, path, columns: chosen, ...Object.fromEntries(own) }] as const;
  });
  const subjects = rankings.map(({ subject, id, name, plural, shown_as, channel, has_no_page }) => {
    const history = about.find(({ path }) => path === `/${subject}/v1/history`)?.path;
    return [subject, { id, name, plural, shown: shown_as, channel, history, has_no_page }] as const;
  });
  const listed = JSON.stringify(Object.fromEntries(lists)).replaceAll(/"(\.\.\.\w+)"/g, '$1');
  return `// Made from docs/openapi.json by \`npm run clients\`.\n
/** What sales are of: its id, its names, the fields that name it in rows, and the operation that has its history. */
export const SUBJECTS = ${JSON.stringify(Object.fromEntries(subjects))} as const;

/** Columns of rankings by sales. */
const SOLD = ${JSON.stringify(SOLD)} as const;
const SOLD_BY = ${JSON.stringify(SOLD_BY)} as const;

/** The rankings by the names of their lists. */
export const RANKINGS = ${listed} as const;`;
}

/** The rankings and histories of the command of the TypeScript client, and the keys of breakdowns by a subject. */
export function commandLists(operations: readonly Operation[]): string {
  const about = aboutSubjects(operations);
  const rankings = about.flatMap(({ operation, ranking, list, channel, row: record, shown_as: { id, title } }) => {
    const [walk, exported] = ['all', 'export'].map((verb) => operation.replace(/^rank/, verb));
    const names = [id, ...(channel === undefined ? [] : ['creator.unique_id']), title];
    return list === undefined ? [] : [[kebab(list), { ranking, record, walk, export: exported, names }] as const];
  });
  const histories = about.flatMap(({ operation, path, subject, id, row: record }) =>
    path.endsWith('/history') ? [[subject, { record, method: operation, id }] as const] : [],
  );
  const keys = [...new Set(about.map(({ shown_as: { id } }) => id))];
  return `
/** The rankings of the command, by the names of their lists. */
export const RANKED = ${JSON.stringify(Object.fromEntries(rankings))} as const;

/** The histories of the command, by their subjects. */
export const PAST = ${JSON.stringify(Object.fromEntries(histories))} as const;

/** The fields that are the keys of breakdowns by a subject. */
export const SUBJECT_KEYS = ${JSON.stringify(keys)} as const;`;
}
