import { fieldsOf } from '../validation/request-field.js';
import type { RequestClass, RequestFieldOptions } from '../validation/request-field.js';

/**
 * One text for bodies that ask the same: without known fields that are null or as they would be if they were absent, and
 * with keys in order. Bodies that are at fault have texts of their own; a field that nobody knows is one, null or not.
 */
export function canonicalRequest(type: RequestClass, body: unknown): string {
  if (!isObject(body)) return canonical(body);
  const fields = fieldsOf(type);
  const asked = Object.entries(body).flatMap(([name, value]): [string, string][] => {
    const field = fields.get(name);
    const text =
      field !== undefined && isObjectOfFields(field) ? canonicalNested(field.nested(), value) : canonical(value);
    return field !== undefined && isAsAbsent(field, text) ? [] : [[name, text]];
  });
  return inOrder(asked);
}

const canonicalNested = (type: RequestClass, value: unknown): string => canonicalRequest(type, value ?? {});

type ObjectOfFields = RequestFieldOptions & Required<Pick<RequestFieldOptions, 'nested'>>;

const isObjectOfFields = (field: RequestFieldOptions): field is ObjectOfFields =>
  field.nested !== undefined && field.fallback !== undefined;

function isAsAbsent(field: RequestFieldOptions, text: string): boolean {
  if (isObjectOfFields(field)) return text === '{}';
  return text === 'null' || text === canonical(field.schema.default ?? null);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (isObject(value)) return inOrder(Object.entries(value).map(([name, field]) => [name, canonical(field)]));
  return typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? 'null');
}

/** An object of fields whose texts are given. */
function inOrder(fields: [name: string, text: string][]): string {
  const sorted = fields.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${sorted.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`;
}
