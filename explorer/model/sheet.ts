import { isRegion, REGIONS } from '../../src/common/regions.js';
import type { Texts } from '../texts/texts.js';
import type { SentRequest } from './snippets.js';
import type { Lang } from './address.js';
import { type Column, localTwin, REGION_PATHS } from './columns.js';
import { formatClock, formatDuration } from './format.js';
import { periodName } from './periods.js';
import type { RowNames } from './views.js';

/** The request for all rows of a list as a file, without curves. */
export function exportRequest({ path, body }: SentRequest, options: object): SentRequest {
  const asked = Object.fromEntries(
    Object.entries(body).filter(([name]) => !['page', 'pagesize', 'series'].includes(name)),
  );
  return { path: `${path.replace(/\/search$/, '')}/export`, body: { ...asked, ...options } };
}

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
const TIMES = ['time', 'start'];

/** The fields of a sheet, amounts in local currency after those in USD; where their currency, and the region of times, is. */
export function sheetFields({ names, columns, all }: Sheet) {
  const has = (path: string): boolean => all.some((column) => column.path === path);
  const named = names === undefined ? [] : [names.id, names.title, names.subtitle].filter((path) => path !== '');
  const figures = columns.flatMap(({ path, kind }) => {
    const twin = kind === 'usd' ? localTwin(path) : path;
    return twin !== path && has(twin) ? [path, twin] : [path];
  });
  const shown = [...new Set([...named, ...figures])];
  const isLocal = all.some(({ path, kind }) => LOCAL.includes(kind) && shown.includes(path));
  const currency = isLocal && !shown.includes('currency') ? ['currency', ...REGION_PATHS].find(has) : undefined;
  const isTimed = all.some(({ path, kind }) => TIMES.includes(kind) && shown.includes(path));
  const clock = isTimed ? REGION_PATHS.find(has) : undefined;
  return { shown, currency, clock, fields: [...new Set([...shown, currency ?? [], clock ?? []].flat())] };
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
  const { shown, currency, clock = '' } = sheetFields(sheet);
  const kinds = new Map(sheet.all.map(({ path, kind }) => [path, kind]));
  const [heads = [], ...rows] = csvRows(csv);
  const { names, period } = sheet;
  const headingOf = (path: string): string => {
    const [, step, end] = /^(\w+)\.(min|max)$/.exec(path) ?? [];
    if (path === 'previous_rank') return text('previousRank');
    if (step !== undefined) return `${field(step)}: ${text(end as 'min' | 'max')}`;
    return names?.entity !== undefined && path === names.id ? `${text(`view.${names.entity}`)} ID` : field(path);
  };
  const headings = shown.map(headingOf);
  const currencyOf = (value: string): string => (isRegion(value) ? REGIONS[value].currency : value);
  return [
    [...headings, ...(currency ? [field('currency')] : []), ...(period ? [field('date_info')] : [])],
    ...rows.map((cells) => {
      const at = (path: string): string => cells[heads.indexOf(path)] ?? '';
      const written = (path: string): string => {
        const [cell, kind = 'text'] = [at(path), kinds.get(path)];
        if (cell === '') return cell;
        if (TIMES.includes(kind)) return formatClock(Number(cell), at(clock));
        return kind === 'duration' ? formatDuration(Number(cell), true) : cell;
      };
      return [
        ...shown.map(written),
        ...(currency ? [currencyOf(at(currency))] : []),
        ...(period ? [periodName(period, lang)] : []),
      ];
    }),
  ];
}
