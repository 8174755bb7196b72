import type { Facet } from '../model/facets.js';
import { ask } from './ask.js';
import type { Asked } from './use-answer.js';
import { useLoaded } from './use-answer.js';

export interface FacetData {
  readonly total: number;
  readonly facets: readonly Facet[];
}

/** Asks for several bodies of facets at once and joins them; one that is refused leaves the others as they are. */
export function useFacets(path: string | undefined, bodies: readonly object[], token: string): Asked<FacetData> {
  const isAsked = path !== undefined && token !== '' && bodies.length > 0;
  return useLoaded<FacetData>(isAsked ? JSON.stringify([path, bodies, token]) : '', async (signal) => {
    const answers = await Promise.all(bodies.map((body) => ask<FacetData>({ path: path ?? '', body }, token, signal)));
    const waiting = answers.find((answer) => 'problem' in answer && answer.problem.kind !== 'refused');
    const [first] = answers;
    if (waiting !== undefined || first === undefined || 'problem' in first) return waiting ?? first ?? NOTHING;
    const facets = answers.flatMap((answer) => ('success' in answer ? answer.success.data.facets : []));
    return { success: { ...first.success, data: { total: first.success.data.total, facets } } };
  });
}

const NOTHING = { problem: { kind: 'failed', message: '', faults: [] } } as const;
