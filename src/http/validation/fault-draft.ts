import { distance } from 'fastest-levenshtein';
import type { Fault } from '../../errors/fault.js';
import type { FaultFacts, Rule } from '../../reference/fault-texts.js';
import { writeFault } from '../../reference/fault-texts.js';
import type { Lang } from '../../reference/lang.js';

const SHOWN_CHARACTERS = 100;

/** A fault before its sentence is written: the language is known only when the whole request has been read. */
export interface FaultDraft extends Omit<FaultFacts, 'path' | 'given'> {
  readonly rule: Rule;
  /** Where, relative to the field that is checked: empty, `.min`, `[0].field`. */
  readonly at?: string;
  /** The offending value. */
  readonly given: unknown;
}

/** The value as JSON, at most 100 characters of it; big integers digit for digit. */
export function showValue(value: unknown): string {
  const json =
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `\u0000${inner}` : inner))?.replace(
      /"\\u0000(-?\d+)"/g,
      '$1',
    ) ?? 'missing';
  const characters = [...json];
  return characters.length <= SHOWN_CHARACTERS ? json : `${characters.slice(0, SHOWN_CHARACTERS).join('')}…`;
}

/** The valid value closest to the offending one, when it is close enough to have been meant. */
export function closest(given: unknown, valid: readonly (string | number)[]): string | undefined {
  if (typeof given !== 'string' || given.length > 64) return undefined;
  const candidates = valid
    .map((value) => ({ value: String(value), distance: distance(given.toLowerCase(), String(value).toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = candidates[0];
  return best !== undefined && best.distance <= Math.max(1, Math.floor(best.value.length / 3)) ? best.value : undefined;
}

/** The fault as it leaves, its sentence in the language of the request. */
export function finishFault(draft: FaultDraft, fieldPath: string, lang: Lang): Fault {
  const { rule, at, given, valid, limit, did_you_mean } = draft;
  const path = `${fieldPath}${at ?? ''}`.replace(/^\./, '');
  return {
    path,
    rule,
    message: writeFault(rule, { ...draft, path, given: showValue(given) }, lang),
    ...(valid !== undefined && { valid }),
    ...(did_you_mean !== undefined && { did_you_mean }),
    ...(limit !== undefined && { limit }),
  };
}
