import { useRef } from 'preact/hooks';
import type { Facet } from '../model/facets.js';
import type { Answer } from './ask.js';
import { ask } from './ask.js';
import type { Asked } from './use-answer.js';
import { useLoaded } from './use-answer.js';

export interface FacetData {
  readonly total: number;
  readonly facets: readonly Facet[];
}

/** Whether a retry would get the same answer. */
const isFinal = (answer: Answer<FacetData> | undefined): boolean =>
  answer !== undefined && ('success' in answer || answer.problem.kind === 'refused');

/**
 * Asks for several bodies of facets at once and joins them; one that is refused leaves the others as they are. A retry
 * asks only for the bodies that have no answer yet.
 */
export function useFacets(path: string | undefined, bodies: readonly object[], token: string): Asked<FacetData> {
  const isAsked = path !== undefined && token !== '' && bodies.length > 0;
  const key = isAsked ? JSON.stringify([path, bodies, token]) : '';
  const known = useRef<{ readonly key: string; readonly answers: Answer<FacetData>[] }>({ key, answers: [] });
  return useLoaded<FacetData>(key, async (signal) => {
    if (known.current.key !== key) known.current = { key, answers: [] };
    const { answers } = known.current;
    await Promise.all(
      bodies.map(async (body, at) => {
        if (!isFinal(answers[at])) answers[at] = await ask<FacetData>({ path: path ?? '', body }, token, signal);
      }),
    );
    const waiting = answers.find((answer) => !isFinal(answer));
    const [first] = answers;
    if (waiting !== undefined || first === undefined || 'problem' in first) return waiting ?? first ?? NOTHING;
    const facets = answers.flatMap((answer) => ('success' in answer ? answer.success.data.facets : []));
    return { success: { ...first.success, data: { total: first.success.data.total, facets } } };
  });
}

const NOTHING = { problem: { kind: 'failed', message: '', faults: [] } } as const;
