import { dirname, resolve } from 'node:path';
import { BREAKDOWN, type List, RANKINGS, SEARCHES, SHOPS } from './lists.js';
import {
  CheckedFile,
  count,
  type Fields,
  isObject,
  listOf,
  must,
  number,
  object,
  oneOf,
  type Reader,
  text,
} from './rules-checks.js';
import { type Comparison, comparison, type Condition, GONE, joined, NEW } from './rules-conditions.js';
import { environmentVariables } from './transport.js';

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
const QUESTIONS: ReadonlyMap<unknown, List> = new Map([
  ...[...Object.values(SEARCHES), SHOPS].map((list) => [list.walk.replace('all', 'search'), list] as const),
  ...Object.values(RANKINGS).map((list) => [list.walk.replace('all', 'rank'), list] as const),
  ['breakDownSales', BREAKDOWN],
]);
const MOST_ROWS = 50;
const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 };
const PERCENT = /^\d+(?:\.\d+)? ?%$/;

/** Seconds. */
const time = must((value) => {
  const [, number, unit] = /^([1-9]\d{0,5})([smhd])$/.exec(String(value)) ?? [];
  return number === undefined ? undefined : Number(number) * UNITS[unit as keyof typeof UNITS];
}, 'a time such as 60s, 5m or 24h');

const change = must(
  (value) => ((typeof value === 'string' ? PERCENT.test(value) : Number(value) > 0) ? value : undefined),
  'a number above 0, or a percentage such as 20%',
);
const span = must(
  (value) =>
    Array.isArray(value) && value.length === 2 && value.every(Number.isFinite) && value[0] <= value[1]
      ? value
      : undefined,
  'a list of two numbers, the smaller one first',
);
const since = oneOf('look', 'period');
const name = must(
  (value) => (typeof value === 'string' && /^(?=.*\S)\P{Cc}+$/u.test(value) ? value : undefined),
  'one line of text',
);
const WITH_FIELD = ['above', 'below', 'between', 'changed'];

/** @param fields the fields that rows have; undefined where that is not known */
function conditionOf(fields: readonly string[] | undefined): Reader<Condition> {
  const field: Reader<string> = (value, path, file) => {
    const read = text(value, path, file);
    if (read && fields?.includes(read) === false) {
      file.fault(path, `is "${read}", which rows lack; they have ${fields.join(', ')}.`);
    }
    return read;
  };
  const several = listOf<Condition>((...item) => condition(...item));
  const kinds: Readonly<Record<string, Readonly<Record<string, Reader<unknown>>>>> = {
    any: { any: several },
    all: { all: several },
    enters: { enters: count },
    moved: { moved: count, since },
    above: { above: number, field },
    below: { below: number, field },
    between: { between: span, field },
    changed: { changed: change, field, since },
    rises: { rises: change, field, since },
    falls: { falls: change, field, since },
  };
  const condition: Reader<Condition> = (value, path, file) => {
    if (value === 'new') return NEW;
    if (value === 'gone') return GONE;
    const kind = isObject(value) ? Object.keys(kinds).find((one) => one in value) : undefined;
    if (kind === undefined) {
      file.fault(path, `must be new, gone, or have one of ${Object.keys(kinds).join(', ')}.`);
      return NEW;
    }
    const read = object(kinds[kind] ?? {}, WITH_FIELD.includes(kind) ? ['field'] : [])(value, path, file);
    if (kind === 'any' || kind === 'all') return joined(kind, (read[kind] ?? []) as Condition[]);
    return comparison(
      kind as Comparison,
      read[kind],
      read.field as string | undefined,
      read.since as string | undefined,
    );
  };
  return condition;
}

const request: Reader<Fields> = (value, path, file) => {
  if (!isObject(value)) file.fault(path, 'must be an object, the request of the operation.');
  const fields = isObject(value) ? value : {};
  for (const one of ['page', 'pagesize'].filter((paging) => paging in fields)) {
    file.fault([...path, one], 'is not for rules, which read every page; first limits the rows.');
  }
  return fields;
};

/** A text, perhaps a secret: also that of `{ env: NAME }` or `{ file: PATH }`. */
const source = <Value>(read: (text: string) => Value | undefined, sentence: string): Reader<Value> => {
  const check = must(
    (value) => (typeof value === 'string' ? read(value.trim()) : undefined),
    `${sentence}, as text, { env: NAME } or { file: PATH }`,
  );
  return (value, path, file) => {
    const [[kind, from] = [], ...others] = isObject(value) ? Object.entries(value) : [];
    if (typeof from !== 'string' || others.length > 0 || !['env', 'file'].includes(kind ?? '')) {
      return check(value, path, file);
    }
    const elsewhere = kind === 'env' ? environmentVariables()?.[from] : file.textIn(from);
    if (elsewhere !== undefined) return check(elsewhere, path, file);
    file.fault(path, kind === 'env' ? `is in ${from}, which is not set.` : `is in ${from}, which can't be read.`);
    return undefined as Value;
  };
};
const url = source((value) => {
  const { protocol, username, password } = URL.canParse(value) ? new URL(value) : {};
  return /^https?:$/.test(protocol ?? '') && `${username}${password}` === '' ? value : undefined;
}, 'an address with http or https and no password');
/** The bytes of a secret of Standard Webhooks. */
const secret = source((value) => {
  const [, base64 = ''] = /^(?:whsec_)?([A-Za-z\d+/]+=*)$/.exec(value) ?? [];
  const key = Buffer.from(base64, 'base64');
  return key.length < 24 || key.length > 64 ? undefined : key;
}, 'whsec_ and 24 to 64 bytes in Base64');

const webhook: Reader<Receiver> = (value, path, file) => {
  const isSlack = isObject(value) && value.format === 'slack';
  const shape = { url, secret, format: oneOf('json' as const, 'slack' as const) };
  const {
    secret: key,
    format = 'json',
    ...others
  } = object(shape, isSlack ? ['url'] : ['url', 'secret'])(value, path, file);
  return { url: others.url, key, format };
};
const send: Reader<Receiver | 'stdout'> = (value, path, file) =>
  value === 'stdout' ? value : object({ webhook }, ['webhook'])(value, path, file).webhook;

/** Undefined where something is wrong with it. */
const rule: Reader<Rule | undefined> = (value, path, file) => {
  const { operation, request: asked } = isObject(value) ? value : {};
  const list = QUESTIONS.get(operation);
  const chosen = isObject(asked) && Array.isArray(asked.fields) ? (asked.fields as string[]) : [];
  // Fields on request are asked for with others.
  const isThere = (field: string): boolean => chosen.length > 0 || list?.onRequest.includes(field) === false;
  const when = conditionOf(list && [...list.all.filter(isThere), ...chosen]);
  const shape = {
    ...{ name, operation: oneOf(...QUESTIONS.keys()) as Reader<string>, request, first: count },
    ...{ when, send, most: count, partial: oneOf(true, false) },
  };
  const read = object(shape, ['name', 'operation', 'when', 'send'])(value, path, file);
  if (list === undefined || read.when === undefined) return undefined;
  const compared = [...read.when.fields, ...list.all.filter((field) => field === 'rank')];
  const fields = chosen.length > 0 && { fields: [...new Set([...chosen, ...list.key, ...compared])] };
  return {
    ...read,
    list,
    request: { ...read.request, ...fields },
    first: read.first,
    most: read.most ?? MOST_ROWS,
    partial: read.partial ?? false,
    placeOf: (field) => `${file.path}:${file.lineOf([...path, 'request', ...partsOf(field)])}`,
  };
};

const rules: Reader<readonly (Rule | undefined)[]> = (value, path, file) => {
  const read = listOf(rule)(value, path, file);
  const names: unknown[] = Array.isArray(value) ? value.map((one) => isObject(one) && one.name) : [];
  for (const [at, one] of names.entries()) {
    if (one && names.indexOf(one) < at) file.fault([...path, at, 'name'], 'is the name of another rule as well.');
  }
  return read;
};
const FILE = object({ every: time, keep: time, state: text, rules }, ['state', 'rules']);

/** Reads a file of rules. @throws UsageError with all its faults and their lines */
export function readRules(path: string): Rules {
  const file = new CheckedFile(path);
  file.throwFaults();
  const { every = 60, keep = 86_400, state, rules } = FILE(file.value, [], file);
  file.throwFaults();
  return {
    everySeconds: every,
    keepSeconds: keep,
    state: resolve(dirname(path), state),
    rules: rules as readonly Rule[],
  };
}

/** The parts of a path such as `orderby[0].field`. */
const partsOf = (field: string): (string | number)[] =>
  [...field.matchAll(/[^.[\]]+/g)].map(([part]) => (/^\d+$/.test(part) ? Number(part) : part));
