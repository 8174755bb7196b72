import type { RequestClass } from './request-field.js';
import { fieldsOf } from './request-field.js';

/** Before names that Nest's pipe or class-transformer would leave out, as objects inherit them: they are refused too. */
const MARK = '\u0000';
/** What is longer is refused with a hundred errors or for its length, whatever follows. */
const MOST_MEMBERS = 128;

const isLeftOut = (name: string): boolean => name in Object.prototype || name === 'prototype' || name.startsWith(MARK);

/** The name that a property of the copy was sent with. */
export const nameAsSent = (name: string): string => (name.startsWith(MARK) ? name.slice(MARK.length) : name);

/**
 * A copy of a body, or of an object in it, for the pipe to work on: null counts as not set, unknown fields are there
 * without their values, and so are objects and lists where the class has none.
 */
export function plainCopy(value: unknown, type?: RequestClass): unknown {
  if (Array.isArray(value)) {
    return value.slice(0, MOST_MEMBERS).map((item: unknown) => (Array.isArray(item) ? [] : plainCopy(item, type)));
  }
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  if (type === undefined) return copy;
  const fields = fieldsOf(type);
  for (const name of Object.keys(value).slice(0, MOST_MEMBERS)) {
    const field = fields.get(name);
    const member = (value as Record<string, unknown>)[name] ?? undefined;
    copy[isLeftOut(name) ? MARK + name : name] = field && plainCopy(member, field.nested?.());
  }
  return copy;
}
