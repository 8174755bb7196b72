import { isRegion, REGIONS } from '../../src/common/regions.js';
import type { Texts } from '../texts/texts.js';
import type { Lang } from './address.js';
import { type Column, localTwin, REGION_PATHS } from './columns.js';
import { periodName } from './period-days.js';
import type { RowNames } from './views.js';

/** The rows of a list for a spreadsheet: as they are on the screen. */
export interface Sheet {
  /** Undefined where the first column names the rows. */
  readonly names: RowNames | undefined;
  readonly columns: readonly Column[];
  /** All that the record has. */
  readonly all: readonly Column[];
  /** Of the rows, as the address has it. */
  readonly period: string | undefined;
}

const LOCAL = ['money', 'price'];

/** The fields of a sheet, amounts in local currency after those in USD, and where their currency is told. */
export function sheetFields({ names, columns, all }: Sheet): { readonly shown: string[]; readonly currency?: string } {
  const has = (path: string): boolean => all.some((column) => column.path === path);
  const named = names === undefined ? [] : [names.id, names.title, names.subtitle].filter((path) => path !== '');
  const figures = columns.flatMap(({ path, kind }) => {
    const twin = kind === 'usd' ? localTwin(path) : path;
    return twin !== path && has(twin) ? [path, twin] : [path];
  });
  const shown = [...new Set([...named, ...figures])];
  const isLocal = all.some(({ path, kind }) => LOCAL.includes(kind) && shown.includes(path));
  const currency = isLocal ? ['currency', ...REGION_PATHS].find(has) : undefined;
  return { shown, ...(currency !== undefined && { currency }) };
}

/** The cells of a CSV file, headings among them. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(
    /(?:^\uFEFF)?(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy,
  )) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end === '\r\n') rows.push([]);
  }
  return rows.filter((cells) => cells.length > 1 || cells[0] !== '');
}

/** A sheet from the CSV file of its fields: each heading once, with the currency and the period of the rows. */
export function sheetRows(csv: string, sheet: Sheet, { text, field }: Texts, lang: Lang): string[][] {
  const { shown, currency } = sheetFields(sheet);
  const [heads = [], ...rows] = csvRows(csv);
  const { names, period } = sheet;
  const headingOf = (path: string): string =>
    path === 'previous_rank'
      ? text('previousRank')
      : names?.entity !== undefined && path === names.id
        ? `${text(`view.${names.entity}`)} ID`
        : field(path);
  const written = shown.map(headingOf);
  const headings = shown.map((path, at) =>
    written.indexOf(written[at] ?? '') === at ? (written[at] ?? '') : `${written[at]} (${path})`,
  );
  const currencyOf = (value: string): string => (isRegion(value) ? REGIONS[value].currency : value);
  return [
    [...headings, ...(currency ? [text('currency')] : []), ...(period ? [field('date_info')] : [])],
    ...rows.map((cells) => {
      const at = (path: string): string => cells[heads.indexOf(path)] ?? '';
      return [
        ...shown.map(at),
        ...(currency ? [currencyOf(at(currency))] : []),
        ...(period ? [periodName(period, lang)] : []),
      ];
    }),
  ];
}
