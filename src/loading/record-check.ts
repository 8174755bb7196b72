import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { TEXT_FORMAT, type ValueSchema } from '../fields/load-rules.js';
import { suggestName } from '../common/nearest-name.js';
import { descriptionOf, type LoadCategories, type LoadRecords, loadSchema } from './load-kind.js';
import { SUM } from './reading/input.js';
import { shorten } from '../common/errors/failure.js';
import { LANGS } from '../common/lang.js';
import { isRegion } from '../common/regions.js';
import type { JsonObject } from '../common/json-object.js';
import type { RecordKind } from '../common/record-kind.js';

const MOST_REASONS = 100;
/** What programs write for true, false and unknown values. */
const NO_ID = /^(?:true|false|null|none|nil|nan|undefined|#n\/?a)$/i;
/** A time of this size is probably in milliseconds: as seconds it is after the year 5000. */
const SMALLEST_MILLISECONDS = 1e11;

type CheckedRecord<LoadedRecord> =
  | { readonly record: LoadedRecord; readonly reasons?: undefined }
  | { readonly record?: undefined; readonly reasons: readonly string[] };

/** Checks values against the JSON Schema of a kind. Reports all errors, one sentence each. */
export class RecordCheck<K extends RecordKind> {
  private readonly validate: ValidateFunction;

  /** @param isChange only the fields that identify the record are required */
  constructor(
    private readonly kind: K,
    private readonly isChange = false,
  ) {
    const ajv = new Ajv({ allErrors: true, verbose: true, strict: true, allowUnionTypes: true });
    ajv.addFormat('utc-time', (text) => exists(`${text.replace(' ', 'T')}Z`));
    ajv.addFormat('date', (text) => exists(`${text}T00:00:00Z`));
    ajv.addFormat(TEXT_FORMAT, (text) => text.isWellFormed());
    ajv.addVocabulary(['unit', 'rule']);
    ajv.addFormat('amount', { type: 'number', validate: isAmount });
    this.validate = ajv.compile({
      ...withReadIds(loadSchema(kind), isChange),
      ...(isChange && { required: descriptionOf(kind).keys }),
    });
  }

  /**
   * @param value a record whose ids were read as strings
   * @param lacking why a required field could not be made of others, or of which it was made, by its name
   */
  check(value: unknown, lacking: Readonly<Record<string, string>> = {}): CheckedRecord<LoadRecords[K]> {
    if (this.validate(value)) {
      const record = value as LoadRecords[K];
      const kind = descriptionOf(this.kind);
      const fault = this.isChange ? undefined : (faultOfId(record, kind.keys) ?? kind.faultIn?.(record as never));
      return fault === undefined ? { record } : { reasons: [fault] };
    }
    const errors = this.validate.errors ?? [];
    const reasons = errors.slice(0, MOST_REASONS).map((error) => shorten(this.explain(error, value, lacking), 1000));
    if (errors.length > MOST_REASONS) reasons.push(`${errors.length - MOST_REASONS} more faults are not named.`);
    return { reasons: [...new Set(reasons)] };
  }

  private explain(error: ErrorObject, record: unknown, lacking: Readonly<Record<string, string>>): string {
    const { keyword, instancePath, params, parentSchema, data } = error;
    const path = toPath(instancePath);
    const schema = parentSchema as ValueSchema;
    if (keyword === 'required' || (data === null && path !== '')) {
      const name = data === null ? path : join(path, (params as { missingProperty: string }).missingProperty);
      return `${name} is required${name in lacking ? `: ${lacking[name]}` : ''}.`;
    }
    if (keyword === 'additionalProperties') {
      const name = (params as { additionalProperty: string }).additionalProperty;
      const near = suggestName(name, Object.keys(schema.properties ?? {}));
      const fields = Object.keys(loadSchema(this.kind).properties ?? {});
      const list = fields.some((field) => Object.hasOwn(record as object, field)) ? undefined : pathOfList(record);
      if (list !== undefined) return `${name} is not a field of ${this.kind}. --records ${list} reads the list in it.`;
      const option = path.includes('[') ? '' : ' --map takes fields under other names and leaves the others out.';
      return `${join(path, name)} is not a field of ${this.kind}${near}.${option}`;
    }
    if (typeof data === 'number' && data >= SMALLEST_MILLISECONDS && schema.rule === 'unix-seconds') {
      return `${path} is ${show(data)}, which looks like milliseconds; it must be Unix seconds.`;
    }
    if (keyword === 'format' && schema.format === TEXT_FORMAT) {
      const at = (data as string).search(/\p{Cs}/u);
      return `${path} has half of a character (a lone surrogate, ${JSON.stringify((data as string)[at])}) at position ${at + 1}; was the text cut inside an emoji?`;
    }
    const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
    const wanted = schema.$comment ?? describeType(types[0] ?? '');
    const orNull = types.includes('null') ? ', or null' : '';
    const made = path in lacking ? ` (${lacking[path]})` : '';
    return `${path === '' ? 'The line' : path} is ${show(data)}${made}; it must be ${wanted}${orNull}.`;
  }
}

/** Why the id of a record is none. A line of sums would be loaded as a record. */
function faultOfId(record: object, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const id = String(Reflect.get(record, key));
    if (SUM.test(id)) return `${key} is "${id}", which names a line of sums; --skip-totals leaves those of CSV out.`;
    if (NO_ID.test(id)) return `${key} is "${id}", which stands for another value, and is no id.`;
  }
  return undefined;
}

function pathOfList(value: unknown): string | undefined {
  for (const [name, inner] of Object.entries(value ?? {}) as [string, unknown][]) {
    if (Array.isArray(inner) && typeof inner[0] === 'object') return name;
    const innerPath = typeof inner === 'object' && !Array.isArray(inner) ? pathOfList(inner) : undefined;
    if (innerPath !== undefined) return `${name}.${innerPath}`;
  }
  return undefined;
}

/** Changes the schema for records whose integer ids were read as strings: a remaining number is not an id. */
function withReadIds(schema: ValueSchema, isChange: boolean): ValueSchema {
  const text = JSON.stringify(schema, (name, value: unknown) => {
    if (isChange && name === 'required' && Array.isArray(value)) return undefined;
    const mayBeText = name === 'type' && Array.isArray(value) && value.includes('string');
    return mayBeText ? (value as string[]).filter((type) => type !== 'integer') : value;
  });
  return JSON.parse(text) as ValueSchema;
}

const toPath = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), '');

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const describeType = (type: string): string =>
  ({ string: 'a string', number: 'a number', boolean: 'true or false', object: 'an object', array: 'a list' })[type] ??
  type;

function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return shorten(typeof value === 'number' ? String(value) : JSON.stringify(value));
}

/** Whether an ISO time exists: 30 February does not. */
function exists(time: string): boolean {
  const moment = new Date(time);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().replace('.000', '') === time;
}

/** Whether a number has at most 4 decimals and 15 digits, so that a double holds it exactly. */
function isAmount(value: number): boolean {
  const [, whole = '', decimals = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  return whole !== '' && decimals.length <= 4 && whole.replace(/^0+/, '').length + decimals.length <= 15;
}

const CATEGORY_FIELDS = {
  product: ['l1_category_id', 'l2_category_id', 'l3_category_id', 'product_category_ids', 'product_category_id'],
  creator: ['creator_category_id', 'category_id'],
};
const TREES = ['product', 'creator'] as const;

/** The regions and categories of a document that the service does not know, so that no filter offers them, as remarks. */
export function unknownReferences(document: object, categories: LoadCategories): (readonly [string, string])[] {
  const fields = document as JsonObject;
  const isUnknown = (region: unknown): region is string => typeof region === 'string' && !isRegion(region);
  const ids = TREES.flatMap((tree) =>
    CATEGORY_FIELDS[tree]
      .flatMap((field) => fields[field])
      .filter((id) => typeof id === 'number' && categories[tree].name(id, LANGS[0]) === undefined)
      .map((id) => [`ids of ${tree} categories are in no tree`, String(id)] as const),
  );
  return isUnknown(fields.region) ? [...ids, ['regions are known to no filter', fields.region]] : ids;
}
