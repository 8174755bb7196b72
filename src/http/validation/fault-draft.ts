import { distance } from 'fastest-levenshtein';
import type { Fault } from '../../errors/fault.js';
import type { FaultFacts, Rule } from '../../reference/fault-texts.js';
import { writeFault } from '../../reference/fault-texts.js';
import type { Lang } from '../../reference/lang.js';

const SHOWN_CHARACTERS = 100;
const LONGEST_NAME = 64;
/** Share of the letters; two letters swapped are two edits of a five-letter word. */
const MOST_EDITS = 0.4;

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

/**
 * The valid value that the offending one was probably meant to be: the same but for case, one it begins, or one that
 * differs in at most two fifths of its letters.
 */
export function closest(given: unknown, valid: readonly unknown[]): string | undefined {
  if (typeof given !== 'string' || given.length < 2 || given.length > LONGEST_NAME) return undefined;
  const wanted = given.toLowerCase();
  let best: { value: string; edits: number } | undefined;
  for (const value of valid.map(String)) {
    const candidate = value.toLowerCase();
    const edits = candidate.startsWith(wanted) ? 0 : distance(wanted, candidate);
    if (edits <= candidate.length * MOST_EDITS && (best === undefined || edits < best.edits)) best = { value, edits };
  }
  return best?.value;
}

/** A field that is none of the valid ones, at a place relative to the object it stands in. */
export function unknownField(property: string, valid: readonly string[], holder = ''): FaultDraft {
  const did_you_mean = closest(property, valid);
  return {
    rule: 'unknown',
    at: `${holder}${memberPath(property)}`,
    given: property,
    valid,
    ...(did_you_mean !== undefined && { did_you_mean }),
  };
}

/** `.name`, or `["any other name"]`; at most 100 characters of it. */
function memberPath(property: string): string {
  const shown = [...property].slice(0, SHOWN_CHARACTERS).join('');
  return /^[\p{L}\p{N}_$-]+$/u.test(shown) ? `.${shown}` : `[${JSON.stringify(shown)}]`;
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
