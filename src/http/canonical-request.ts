import { fieldsOf } from './validation/request-field.js';
import type { RequestClass } from './validation/request-field.js';

/**
 * One text for all bodies that ask the same: without fields that are null or as they would be if they were absent, and
 * with keys in order. Bodies that are at fault have texts of their own.
 */
export function canonicalRequest(type: RequestClass, body: unknown): string {
  if (!isObject(body)) return canonical(body);
  const fields = fieldsOf(type);
  const asked = Object.entries(body).filter(([name, value]) => {
    const field = fields.get(name);
    if (field === undefined) return true;
    return !('nested' in field ? isEmptyObject(value) : canonical(value) === canonical(field.rule.fallback ?? null));
  });
  return canonical(Object.fromEntries(asked));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmptyObject = (value: unknown): boolean => canonical(value ?? {}) === '{}';

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (isObject(value)) {
    const names = Object.keys(value).filter((name) => value[name] !== null);
    return `{${names
      .sort()
      .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
      .join()}}`;
  }
  return typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? 'null');
}
