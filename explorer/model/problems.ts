import type { ErrorFault } from '../../clients/typescript/src/schema.js';
import { type State, withFilter } from './address.js';

/** The field of the form that has a fault: `filter.price_range.min` to `price_range`, `orderby[0].field` to `orderby`. */
export const fieldOfFault = ({ path }: ErrorFault): string => path.replace(/^filter\./, '').split(/[.[]/)[0] ?? '';

/** The faults of one field of the form. */
export const faultsOf = (faults: readonly ErrorFault[], field: string): ErrorFault[] =>
  faults.filter((fault) => fieldOfFault(fault) === field);

const PATH = /`?\b(?:filter\.)?[a-z][a-z0-9]*(?:[._][a-z0-9]+)*\b`?/g;
const BOUND = /\.(?:min|max)$/;

/** A text of the service with the names that the page gives to its fields. */
export const inWords = (message: string, nameOf: (path: string) => string): string =>
  message.replace(PATH, (found) => {
    const path = found
      .replace(/`/g, '')
      .replace(/^filter\./, '')
      .replace(BOUND, '');
    return /[._]|^(?:region|channel)$/.test(found) ? nameOf(path) : found;
  });

/** Replaces a refused value by the one that the service proposes; undefined when it proposes none. */
export function repairState(state: State, fault: ErrorFault): State | undefined {
  const proposed = fault.did_you_mean;
  if (proposed === undefined) return undefined;
  const field = fieldOfFault(fault);
  if (field === 'orderby') return { ...state, orderby: String(proposed) };
  if (fault.rule !== 'unknown') return withFilter(state, field, String(proposed));
  const known = String(proposed).replace(/^filter\./, '');
  return withFilter(withFilter(state, field, ''), known, state.filter[field] ?? '');
}
