import { LOAD_KINDS, loadSchema } from '../../src/loading/load-kind.js';
import type { LoadKind } from '../../src/loading/load-kind.js';
import type { ValueSchema } from '../../src/records/fields/json-schema.js';

const INTRODUCTION = `# Record formats and loading

\`npm run load -- <kind> <path…>\` loads records and facts from files, folders or standard input (\`-\`), plain, \`.gz\` or \`.zst\`. \`npm run load -- --help\` lists the options. It reads:

- NDJSON: one JSON object a line;
- a list of records, or a whole answer of the API, on one line or pretty-printed, of at most 10 MiB;
- CSV, separated by commas, with a header of field paths such as \`creator.uid\`.

A record of the API's answers loads back unchanged. Only the fields marked **required** must be there; a missing or null one is unknown and leaves the API as null. A whole number in an id field keeps all its digits. Known category ids decide what a category is called; the loaded name is shown for unknown ids. The last line of an id wins. After loading facts or creators, \`npm run rankings -- build\` rebuilds the rankings.

\`--merge\` (the default) stores each record for itself and changes nothing when the same input is loaded again. \`--replace\` replaces all records of the kind in one step at the end; \`npm run indices -- list\`, \`rollback\` and \`prune\` manage the index build before. Rejected lines go to the rejects file with their line number and every reason.

The tables below are written from the JSON Schemas that check each line (\`npm run data-formats\`).
`;

const typesOf = ({ type }: ValueSchema): string =>
  (typeof type === 'string' ? [type] : type).filter((one) => one !== 'null').join(' or ');

function rows(schema: ValueSchema, path: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const own = `${path}${name}`;
    const notes = [field.description, field.$comment].filter((note) => note !== undefined).join('; ');
    const required = schema.required?.includes(name) ? ' **required**' : '';
    const row = `| \`${own}\` | ${typesOf(field)}${required} | ${notes.replaceAll('|', '\\|')} |`;
    return [row, ...rows(field, `${own}.`), ...(field.items ? rows(field.items, `${own}[].`) : [])];
  });
}

const section = (kind: LoadKind): string =>
  [`## ${kind}`, '', '| Field | Type | What it is |', '| --- | --- | --- |', ...rows(loadSchema(kind), ''), ''].join(
    '\n',
  );

/** The text of docs/data.md: what may be loaded, kind by kind. */
export function describeDataFormats(): string {
  return [INTRODUCTION, ...LOAD_KINDS.map(section)].join('\n');
}
