import { format } from 'prettier';
import { ERROR_TEXTS } from '../../src/common/errors/error-texts.js';
import { type SettingDescription, settingDescriptions } from '../../src/config/setting.js';
import { Settings } from '../../src/config/settings.js';
import { CreatorFilter } from '../../src/creator/creator.requests.js';
import { facetKinds } from '../../src/http/validation/request-field.js';
import { LiveFilter } from '../../src/live/live.requests.js';
import { ProductFilter } from '../../src/product/product.requests.js';
import type { FacetKind } from '../../src/search/compiler/facets.js';
import { VideoFilter } from '../../src/video/video.requests.js';

const BEGIN = '<!-- npm run settings writes the tables -->';
const END = '<!-- end of the tables -->';

const defaults = new Settings() as unknown as Readonly<Record<string, string | number | readonly string[] | undefined>>;
const groups = [...new Set(settingDescriptions.map(({ group }) => group))].map(
  (group) => [group, settingDescriptions.filter((setting) => setting.group === group)] as const,
);

/** The default of a setting as its variable has it; empty when there is none. */
const defaultOf = ({ name }: SettingDescription): string => String(defaults[name] ?? '');

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

/** Values that the purpose of a setting implies. Their bounds are in .env.example. */
const IMPLIED = /^(?:any text|a whole number .*|one of on, off|an http or https address such as \S+)$/;
const withValues = ({ text, rule: { valid } }: SettingDescription): string =>
  IMPLIED.test(valid) ? text : `${text} Valid: ${valid}.`;

/** docs/operating.md with the tables of all settings. */
export const withSettings = (page: string): string =>
  withTables(
    page,
    groups.map(([group, settings]) => {
      const rows = settings.map((setting) => [code(setting.name), code(defaultOf(setting)), withValues(setting)]);
      return `**${group}**\n\n${table(['Variable', 'Default', 'What it is'], rows)}\n`;
    }),
  );

/** docs/api.md with the table of the errors of a request. */
export const withErrors = (page: string): string => {
  const texts: [string, { about: string; carries?: string }][] = Object.entries(ERROR_TEXTS);
  const rows = texts.map(([rule, { about, carries = '' }]) => [code(rule), about, carries]);
  return withTables(page, [`${table(['rule', 'The error', 'Carries'], rows)}\n`]);
};

const withTables = (page: string, tables: readonly string[]): string =>
  `${page.split(BEGIN)[0]}${BEGIN}\n\n${tables.join('\n')}\n${END}${page.split(END)[1]}`;

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[], fill = ' '): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  const rule = header.map(() => '');
  return [line(header), line(rule, '-'), ...rows.map((row) => line(row))].join('\n');
}

/** .env.example: every setting with its default. */
export function environmentExample(): string {
  const lines = groups.map(([group, settings]) =>
    [
      `# ${group}`,
      '',
      ...settings.map(
        (setting) => `# ${setting.text} Valid: ${setting.rule.valid}.\n#${setting.name}=${defaultOf(setting)}\n`,
      ),
    ].join('\n'),
  );
  return `# Settings. Copy this file to .env, remove the # before a setting, and start with: set -a; . ./.env; npm start\n# Written by npm run settings.\n\n${lines.join('\n')}`;
}

const TABLE = /(<!-- npm run openapi writes the table -->\n).*?(<!-- end of the table -->)/s;
const FILTERS = { videos: VideoFilter, products: ProductFilter, creators: CreatorFilter, 'live streams': LiveFilter };

const isTime = (kind: FacetKind): boolean => kind === 'time';
const isFigure = (kind: FacetKind): boolean => kind === 'count' || kind === 'amount';

/** docs/api.md with the table of facets, from the decorators of the filters. */
export function withFacets(page: string): Promise<string> {
  const rows = Object.entries(FILTERS).map(([records, filter]) => {
    const kinds = Object.entries(facetKinds(filter));
    const named = (fits: (kind: FacetKind) => boolean): string =>
      kinds.flatMap(([name, kind]) => (fits(kind) ? [`\`${name}\``] : [])).join(', ');
    return `| ${records} | ${named((kind) => !isTime(kind) && !isFigure(kind))} | ${named(isTime)} | ${named(isFigure)} |`;
  });
  return withRows(page, TABLE, ['| Operation | counted one by one | times | figures |', '| - | - | - | - |', ...rows]);
}

/** The parts of the OpenAPI document that the table of operations is made from. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly required?: readonly string[] }>>;
  };
}
interface Operation {
  readonly description: string;
  readonly requestBody?: object;
  readonly 'x-rules': readonly { readonly name: string; readonly limit?: number }[];
}

const OPERATIONS = /(<!-- npm run openapi writes the operations -->\n).*?(<!-- end of the operations -->)/s;

/** docs/api.md with the table of operations, from the OpenAPI document. */
export function withOperations(page: string, document: unknown): Promise<string> {
  const { paths, components } = document as Document;
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { description, requestBody, 'x-rules': rules }]) => {
      const [, scopes = 'any'] = /scope (`\w+`(?: and `\w+`)*)/.exec(description) ?? [];
      const [, request = ''] = /schemas\/(\w+)/.exec(JSON.stringify(requestBody ?? {})) ?? [];
      const requiredOf = (schema: string): readonly string[] => components.schemas[schema]?.required ?? [];
      const ofFilter = requiredOf(request.replace(/(?:Search|Facets|Export)?Request$/, 'Filter'));
      const required = [...requiredOf(request).filter((field) => field !== 'filter'), ...ofFilter];
      const cells = [
        code(`${method.toUpperCase()} ${path}`),
        scopes.replaceAll('`', '').replaceAll(' and ', ', '),
        required.map(code).join(', '),
        rules.find(({ name }) => name === 'page_window')?.limit ?? '',
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  );
  const header = '| Path | Scope | Required | `page * pagesize` |';
  return withRows(page, OPERATIONS, [header, '| - | - | - | - |', ...rows]);
}

const withRows = (page: string, place: RegExp, rows: readonly string[]): Promise<string> =>
  format(
    page.replace(place, (_, begin: string, end: string) => `${begin}\n${rows.join('\n')}\n\n${end}`),
    { parser: 'markdown' },
  );
