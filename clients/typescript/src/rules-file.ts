import { dirname, resolve } from 'node:path';
import { BREAKDOWN, type List, RANKINGS, SEARCHES } from './lists.js';
import {
  type Check,
  CheckedFile,
  count,
  type Fields,
  isObject,
  listOf,
  must,
  number,
  object,
  oneOf,
  type Path,
  text,
} from './rules-checks.js';
import type { Condition, Leaf } from './rules-conditions.js';

/** Where messages of a rule are sent. */
export interface Receiver {
  readonly url: string;
  /** Signs messages; undefined for Slack, which checks no signature. */
  readonly key: Buffer | undefined;
  readonly format: 'json' | 'slack';
}

export interface Rule {
  readonly name: string;
  readonly operation: string;
  readonly list: List;
  readonly request: Fields;
  /** The rows that are watched; all unless set. */
  readonly first: number | undefined;
  readonly when: Condition;
  readonly send: Receiver | 'stdout';
  /** The rows of a message; further ones are counted. */
  readonly most: number;
  /** Whether periods that are not complete are compared. */
  readonly partial: boolean;
  /** The place in the file of a field of the request, such as `filter.region`, for errors. */
  readonly placeOf: (field: string) => string;
}

export interface Rules {
  readonly everySeconds: number;
  /** How long a message is tried. */
  readonly keepSeconds: number;
  /** The path of the file that keeps rows and messages. */
  readonly state: string;
  readonly rules: readonly Rule[];
}

/** The lists that a rule can watch, by their operations. */
const QUESTIONS: Readonly<Record<string, List>> = Object.fromEntries([
  ...Object.values(SEARCHES).map((list) => [list.walk.replace('all', 'search'), list] as const),
  ...Object.values(RANKINGS).map((list) => [list.walk.replace('all', 'rank'), list] as const),
  ['breakDownSales', BREAKDOWN],
]);
const MOST_ROWS = 50;
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const TIME = /^([1-9]\d{0,5})([smhd])$/;
const PERCENT = /^\d+(?:\.\d+)? ?%$/;

const time = must((value) => TIME.test(String(value)), 'a time such as 60s, 5m or 24h');
const change = must(
  (value) => (typeof value === 'string' ? PERCENT.test(value) : Number(value) > 0),
  'a number above 0, or a percentage such as 20%',
);
const span = must(
  (value) => Array.isArray(value) && value.length === 2 && value.every(Number.isFinite) && value[0] <= value[1],
  'a list of two numbers, the smaller one first',
);
const since = oneOf('look', 'period');

/** The kinds of a condition: what each may have; the first two are needed of those about a figure. */
const KINDS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  any: { any: (...given) => listOf(condition)(...given) },
  all: { all: (...given) => listOf(condition)(...given) },
  enters: { enters: count },
  moved: { moved: count, since },
  above: { above: number, field: text },
  below: { below: number, field: text },
  between: { between: span, field: text },
  changed: { changed: change, field: text, since },
  rises: { rises: change, field: text, since },
  falls: { falls: change, field: text, since },
};
const OF_FIGURES = ['above', 'below', 'between', 'changed'];
const kindOf = (value: Fields): string | undefined => Object.keys(KINDS).find((kind) => kind in value);

const condition: Check = (value, path, file) => {
  if (value === 'new' || value === 'gone') return;
  const kind = isObject(value) ? kindOf(value) : undefined;
  if (kind === undefined)
    return file.fault(path, `must be new, gone, or have one of ${Object.keys(KINDS).join(', ')}.`);
  object(KINDS[kind] ?? {}, OF_FIGURES.includes(kind) ? ['field'] : [])(value, path, file);
};

const request: Check = (value, path, file) => {
  if (!isObject(value)) return file.fault(path, 'must be an object, the request of the operation.');
  for (const name of ['page', 'pagesize'].filter((one) => one in value)) {
    file.fault([...path, name], 'is not for rules, which read every page; first limits the rows.');
  }
};

/** A text that may be a secret: also `{ env: NAME }` or `{ file: PATH }`. */
const source = (test: (value: string) => boolean, sentence: string): Check =>
  must(
    (value, file) => test(file.textOf(value)?.trim() ?? ''),
    `${sentence}, as text, { env: NAME } or { file: PATH }`,
  );
const isAddress = (value: string): boolean => URL.canParse(value) && /^https?:\/\/[^@]*$/.test(new URL(value).href);
const url = source(isAddress, 'an address with http or https and no password');
const secret = source((value) => keyOf(value) !== undefined, 'whsec_ and 24 to 64 bytes in Base64');

const webhook: Check = (value, path, file) => {
  const isSlack = isObject(value) && value.format === 'slack';
  object({ url, secret, format: oneOf('json', 'slack') }, isSlack ? ['url'] : ['url', 'secret'])(value, path, file);
};
const send: Check = (value, path, file) => value === 'stdout' || object({ webhook }, ['webhook'])(value, path, file);

const SHAPE = {
  ...{ name: text, operation: oneOf(...Object.keys(QUESTIONS)), request, first: count },
  ...{ when: condition, send, most: count, partial: oneOf(true, false) },
};
const rule: Check = (value, path, file) => {
  object(SHAPE, ['name', 'operation', 'when', 'send'])(value, path, file);
  if (!isObject(value)) return;
  const list = QUESTIONS[String(value.operation)];
  const chosen = chosenIn(value.request);
  // Fields on request are asked for with others.
  const isThere = (field: string): boolean => chosen.length > 0 || list?.onRequest.includes(field) !== true;
  const fields = [...(list?.all ?? []).filter(isThere), ...chosen];
  for (const [field, at] of list === undefined ? [] : fieldsIn(value.when, [...path, 'when'])) {
    if (!fields.includes(field)) file.fault(at, `is "${field}", which rows lack; they have ${fields.join(', ')}.`);
  }
};

const rules: Check = (value, path, file) => {
  listOf(rule)(value, path, file);
  const names: unknown[] = Array.isArray(value) ? value.map((one) => isObject(one) && one.name) : [];
  for (const [at, name] of names.entries()) {
    if (name && names.indexOf(name) < at) file.fault([...path, at, 'name'], 'is the name of another rule as well.');
  }
};
const FILE = object({ every: time, keep: time, state: text, rules }, ['state', 'rules']);

/** The fields that a condition names, with their places. */
function fieldsIn(value: unknown, path: Path = []): [string, Path][] {
  if (Array.isArray(value)) return value.flatMap((one, at) => fieldsIn(one, [...path, at]));
  if (!isObject(value)) return [];
  if (typeof value.field === 'string') return [[value.field, [...path, 'field']]];
  return ['any', 'all'].flatMap((kind) => fieldsIn(value[kind], [...path, kind]));
}

const chosenIn = (asked: unknown): string[] =>
  isObject(asked) && Array.isArray(asked.fields) ? (asked.fields as string[]) : [];

/** Reads a file of rules. @throws UsageError with all its faults and their lines */
export function readRules(path: string): Rules {
  const file = new CheckedFile(path);
  file.throwFaults();
  FILE(file.value, [], file);
  file.throwFaults();
  const { every = '60s', keep = '24h', state, rules } = file.value as Fields & { readonly rules: Fields[] };
  return {
    everySeconds: secondsOf(String(every)),
    keepSeconds: secondsOf(String(keep)),
    state: resolve(dirname(path), String(state)),
    rules: rules.map((value, at) => readRule(value, at, file)),
  };
}

function readRule(value: Fields, at: number, file: CheckedFile): Rule {
  const list = QUESTIONS[String(value.operation)] as List;
  const chosen = chosenIn(value.request);
  const compared = [...fieldsIn(value.when).map(([field]) => field), ...list.all.filter((field) => field === 'rank')];
  const fields = chosen.length > 0 && { fields: [...new Set([...chosen, ...list.key, ...compared])] };
  return {
    name: String(value.name),
    operation: String(value.operation),
    list,
    request: { ...(value.request as Fields | undefined), ...fields },
    first: value.first as number | undefined,
    when: readCondition(value.when),
    send: value.send === 'stdout' ? 'stdout' : readReceiver((value.send as { webhook: Fields }).webhook, file),
    most: Number(value.most ?? MOST_ROWS),
    partial: value.partial === true,
    placeOf: (field) => `${file.path}:${file.lineOf(['rules', at, 'request', ...partsOf(field)])}`,
  };
}

const readReceiver = (value: Fields, file: CheckedFile): Receiver => ({
  url: file.textOf(value.url)?.trim() ?? '',
  key: keyOf(file.textOf(value.secret)),
  format: value.format === 'slack' ? 'slack' : 'json',
});

function readCondition(value: unknown): Condition {
  if (value === 'new' || value === 'gone') {
    return { is: value, field: undefined, bounds: [], isPercent: false, since: 'look' };
  }
  const given = value as Fields & Partial<Leaf> & { readonly any?: unknown[]; readonly all?: unknown[] };
  if (given.any !== undefined) return { any: given.any.map(readCondition) };
  if (given.all !== undefined) return { all: given.all.map(readCondition) };
  const { field, since = 'look' } = given;
  const kind = kindOf(given) ?? '';
  const bounds = [given[kind]].flat().map((bound) => parseFloat(String(bound)));
  const is = kind === 'moved' ? 'changed' : (kind as Leaf['is']);
  return { is, field, bounds, isPercent: typeof given[kind] === 'string', since };
}

function secondsOf(value: string): number {
  const [, number = '', unit = ''] = TIME.exec(value) ?? [];
  return Number(number) * (UNITS[unit] ?? 0);
}

/** The bytes of a secret; undefined for a text that is none. */
function keyOf(value: string | undefined): Buffer | undefined {
  const [, base64 = ''] = /^(?:whsec_)?([A-Za-z\d+/]+=*)$/.exec(value?.trim() ?? '') ?? [];
  const key = Buffer.from(base64, 'base64');
  return key.length < 24 || key.length > 64 ? undefined : key;
}

/** The parts of a path such as `orderby[0].field`. */
const partsOf = (field: string): Path =>
  [...field.matchAll(/[^.[\]]+/g)].map(([part]) => (/^\d+$/.test(part) ? Number(part) : part));
