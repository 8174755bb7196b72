import { fromLatin1 } from './encoded-data.js';
import type { ReadAnswer, SearchAnswer } from './search-answer.js';

/** The answer of one step through a point in time, and where the next one begins. */
export interface SearchStep {
  readonly answer: SearchAnswer;
  /** Id of the point in time, which may change with each step; undefined when the answer has none. */
  readonly pointInTime: string | undefined;
  /**
   * The sort values of the last hit as JSON, for `search_after`; undefined without hits. They are not decoded: those of
   * ids pass 2^53.
   */
  readonly after: string | undefined;
}

/**
 * Reads the bytes of a step, as `readAnswer` reads those of an answer.
 * @throws as `readAnswer` does
 */
export function readStep(chunks: readonly string[], readAnswer: ReadAnswer): SearchStep {
  let head = '';
  for (const chunk of chunks) if (!HEAD_END.test(head)) head += chunk;
  return { answer: readAnswer(chunks), pointInTime: POINT_IN_TIME.exec(head)?.[1], after: lastSort(chunks) };
}

/** The chunks are not joined: V8 keeps large strings until it collects its old generation. */
function lastSort(chunks: readonly string[]): string | undefined {
  let end = '';
  for (const chunk of chunks.toReversed()) {
    end = chunk + end;
    const at = end.lastIndexOf(SORT);
    if (at >= 0) return fromLatin1(`[${end.slice(at + SORT.length, end.lastIndexOf(HITS_END))}]`);
  }
  return undefined;
}

/** No text of a document can hold the first: inside of JSON's strings each quotation mark has a backslash before it. */
const SORT = ',"sort":[';
const HITS_END = ']}]';
const HEAD_END = /^[^,]+,/;
const POINT_IN_TIME = /^\{"pit_id":"([^"]+)"/;
