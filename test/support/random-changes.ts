import fc from 'fast-check';
import { BUILT_IN_TREES } from '../../src/common/categories/category-tree.js';
import type { JsonObject } from '../../src/common/json-object.js';
import { RECORD_KINDS, type RecordKind } from '../../src/common/record-kind.js';
import { CURRENCIES } from '../../src/common/regions.js';
import { type RateLoad, Rates } from '../../src/money/rates.record.js';
import { setAt, valueAt } from '../../src/fields/paths.js';
import { LOAD_RULES, type LoadRule, type ValueSchema } from '../../src/fields/load-rules.js';
import { type FactRecords, fillUsd } from '../../src/loading/dimensions/fact-records.js';
import {
  applyChange,
  BUILT_IN_CATEGORIES,
  columnsOf,
  descriptionOf,
  loadOf,
  loadSchema,
  toStored,
} from '../../src/loading/load-kind.js';
import { RecordCheck } from '../../src/loading/record-check.js';

const DAYS = ['2026-06-28', '2026-06-29', '2026-06-30'];

/** Rates of every currency on every day. @param newest the decimal of those of the last day */
export const rateLines = (newest: number): RateLoad[] =>
  DAYS.flatMap((date, day) =>
    CURRENCIES.map((currency, at) => ({ date, currency, usd: `${at + 1}.${day === 2 ? newest : day}` })),
  );
const RATES = new Rates(rateLines(2));

const REGIONS = ['US', 'GB', 'VN', 'JP', 'SA'];
export const RECORDS: FactRecords = {
  creators: new Map(
    ['11', '12', '13'].map((uid, at) => [uid, { region: REGIONS[at] ?? null, category_id: at, account_type: 1 }]),
  ),
  products: new Map(),
  videos: new Map(),
};
const CATEGORIES = [...BUILT_IN_TREES['product-categories'].nodes.slice(0, 2), { id: 987654 }, { id: 987655 }].map(
  ({ id }) => id,
);

const EIGHTHS = fc.integer({ min: -500, max: 500 }).map((steps) => steps / 8);
const AMOUNTS = fc.integer({ min: -50_000, max: 50_000 }).map((steps) => steps / 10_000);

/** Values of a field, few enough that a change often repeats the one that is stored. */
const VALUES: Readonly<Record<LoadRule, fc.Arbitrary<unknown>>> = {
  id: fc.constantFrom('11', '12', '13', '14'),
  'free-id': fc.constantFrom('a', 'b'),
  name: fc.constantFrom('Mia', 'Leo'),
  words: fc.constantFrom('lip gloss', 'lip glaze'),
  region: fc.constantFrom(...REGIONS),
  percent: fc.constantFrom('12.5%', '64%', '7.123%'),
  'utc-time': fc.constantFrom('2026-05-04 09:30:00', '2026-05-05 00:00:00'),
  day: fc.constantFrom(...DAYS),
  'unix-seconds': fc.constantFrom(5, 1_781_234_567),
  rate: fc.constantFrom('1', '1.27'),
  amount: AMOUNTS,
  'amount-usd': AMOUNTS,
  'added-amount': EIGHTHS,
  rounded: EIGHTHS,
  units: fc.integer({ min: -5, max: 5 }),
  'added-count': fc.nat(50),
  count: fc.nat(50),
  followers: fc.nat(50),
  signed: fc.constantFrom(...CATEGORIES),
};
const BY_COMMENT = new Map(
  Object.entries(LOAD_RULES).map(([rule, { $comment }]) => [$comment as string, VALUES[rule as LoadRule]] as const),
);

/** Values of a field, or of the fields of an object. @param partly whether fields may be missing */
export function valuesOf(schema: ValueSchema, partly = true): fc.Arbitrary<unknown> {
  const { properties, required = [], items, enum: choices, $comment = '', type } = schema;
  const isNullable = type.includes('null');
  const whole = (): fc.Arbitrary<unknown> => {
    if (properties !== undefined) {
      const fields = Object.entries(properties).map(([name, inner]) => [name, valuesOf(inner)]);
      return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: partly ? [...required] : Object.keys(properties),
      });
    }
    if (items !== undefined) return fc.array(valuesOf(items), { minLength: isNullable ? 0 : 1, maxLength: 2 });
    if (choices !== undefined) return fc.constantFrom(...choices.filter((choice) => choice !== null));
    const known = BY_COMMENT.get($comment);
    if (known !== undefined) return known;
    if (schema.examples !== undefined && (schema.examples as unknown[])[0] === 'USD')
      return fc.constantFrom('USD', 'EUR');
    if (type.includes('number')) return EIGHTHS;
    return fc.constantFrom('one', 'other');
  };
  return isNullable ? fc.option(whole(), { freq: 6 }) : whole();
}

export const copyOf = (record: JsonObject): JsonObject => JSON.parse(JSON.stringify(record)) as JsonObject;

/** Records as lines have them after a load has taken their amounts in USD away; sales may lack theirs. */
export function linesOf(kind: RecordKind): fc.Arbitrary<JsonObject> {
  const { usdFields } = descriptionOf(kind);
  return fc.tuple(valuesOf(loadSchema(kind)), fc.boolean()).map(([value, lacksUsd]) => {
    const line = value as JsonObject;
    for (const name of usdFields) Reflect.deleteProperty(line, name);
    if (kind === 'sales' && lacksUsd) Reflect.deleteProperty(line, 'usd_gmv');
    return line;
  });
}

/** Stores a record as a load does. @returns the document as readers find it, or why the record is rejected */
export function store(kind: RecordKind, record: JsonObject, rates: Rates): JsonObject | string {
  const lacking = kind === 'sales' ? fillUsd(rates, RECORDS, [record]) : new Map<unknown, Record<string, string>>();
  const { record: checked, reasons } = CHECKS[kind].check(record, lacking.get(record));
  if (reasons !== undefined) return reasons.join(' ');
  const { returned } = toStored(kind, checked, BUILT_IN_CATEGORIES, rates, RECORDS);
  return JSON.parse(JSON.stringify(returned)) as JsonObject;
}
const CHECKS = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, new RecordCheck(kind)])) as Readonly<
  Record<RecordKind, RecordCheck<RecordKind>>
>;

export const stored = (kind: RecordKind, record: JsonObject, rates = RATES): JsonObject => {
  const document = store(kind, copyOf(record), rates);
  if (typeof document === 'string') throw new Error(document);
  return document;
};

export const fieldsOf = (kind: RecordKind, document: JsonObject): Map<string, unknown> => {
  const record = loadOf(kind, document);
  return new Map(columnsOf(kind).map(({ path, valueOf }) => [path, valueOf(record) ?? null]));
};

/** A document with its fields in the order of their names. */
export const inOrder = (document: JsonObject | string): string =>
  typeof document === 'string' ? document : JSON.stringify(Object.entries(document).sort());

/** Some fields of a record with other values, as lines of an update have them. */
function changesOf(kind: RecordKind): fc.Arbitrary<JsonObject> {
  const { keys, usdFields } = descriptionOf(kind);
  const paths = columnsOf(kind).map(({ path }) => path);
  const able = paths.filter((path) => !keys.includes(path) && !usdFields.includes(path));
  const objects = Object.entries(loadSchema(kind).properties ?? {}).flatMap(([name, { properties, type }]) =>
    properties !== undefined && type.includes('null') ? [name] : [],
  );
  const given = fc.subarray(able, { maxLength: Math.min(4, able.length) }).chain((some) =>
    fc.tuple(...some.map((path) => valuesOf(schemaAt(kind, path)))).map((values) => {
      const change: JsonObject = {};
      some.forEach((path, at) => setAt(change, path.split('.'), values[at]));
      return change;
    }),
  );
  const emptied = objects.length === 0 ? given : fc.constantFrom(...objects).map((name) => ({ [name]: null }));
  return fc.oneof({ weight: 12, arbitrary: given }, { weight: 1, arbitrary: emptied });
}

export const schemaAt = (kind: RecordKind, path: string): ValueSchema =>
  path.split('.').reduce((schema, name) => schema.properties?.[name] as ValueSchema, loadSchema(kind));

function replaced(line: JsonObject, change: JsonObject): JsonObject {
  const isGroup = (value: unknown): value is JsonObject =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  return Object.entries(change).reduce((all, [name, value]) => {
    const own = line[name];
    return { ...all, [name]: isGroup(value) ? replaced(isGroup(own) ? own : {}, value) : value };
  }, line);
}

export interface Update {
  readonly line: JsonObject;
  readonly before: JsonObject;
  readonly change: JsonObject;
  /** The line that a replacement would load: with the change, without what is made of the changed fields. */
  readonly merged: JsonObject;
  readonly isOutdated: (path: string) => boolean;
}

function updateOf(kind: RecordKind, line: JsonObject, change: JsonObject): Update {
  const before = stored(kind, line);
  const fields = fieldsOf(kind, before);
  const isOutdated = (path: string): boolean =>
    valueAt(change, path) === undefined &&
    (descriptionOf(kind).made[path] ?? []).some((other) => {
      const value = valueAt(change, other);
      return value !== undefined && value !== fields.get(other);
    });
  const merged = copyOf(replaced(line, change));
  for (const { path } of columnsOf(kind)) {
    const names = path.split('.');
    const holder = names.length === 1 ? merged : valueAt(merged, names.slice(0, -1).join('.'));
    if (isOutdated(path) && typeof holder === 'object' && holder !== null)
      Reflect.deleteProperty(holder, names.at(-1) ?? '');
  }
  return { line, before, change, merged, isOutdated };
}

/** Whether a load would not reject a line. */
export const isStorable = (kind: RecordKind, line: JsonObject): boolean =>
  typeof store(kind, copyOf(line), RATES) !== 'string';
export const updatesOf = (kind: RecordKind): fc.Arbitrary<Update> =>
  fc
    .tuple(
      linesOf(kind).filter((line) => isStorable(kind, line)),
      changesOf(kind),
    )
    .map(([line, change]) => updateOf(kind, line, change));

export const updated = (kind: RecordKind, { before, change }: Update, rates: Rates) =>
  store(kind, applyChange(kind, loadOf(kind, before), change), rates);
