import fc from 'fast-check';
import { OPEN_API } from '../open-api.js';
import type { Answer, ApiClient, ErrorData } from '../api-client.js';
import { reasonsAgainst } from './judge.js';
import { requestsOf } from './requests.js';

/** Operations with a body. */
export const FUZZED = Object.keys(OPEN_API.paths).filter((path) => OPEN_API.paths[path]?.post !== undefined);

/** Numbers of requests of one operation. */
export interface FuzzCounts {
  sent: number;
  valid: number;
  invalid: number;
}

/**
 * Draws so many requests and holds each answer against the document: what its rules call valid is
 * answered with 200, everything else with 400 and the faults; every answer is as its schema says (the client checks that).
 * @throws Error with the smallest request found that is answered otherwise
 */
export async function fuzz(api: ApiClient, path: string, requests: number, seed: number): Promise<FuzzCounts> {
  const counts: FuzzCounts = { sent: 0, valid: 0, invalid: 0 };
  await fc.assert(
    fc.asyncProperty(requestsOf(path), async (body) => {
      const reasons = reasonsAgainst(path, body);
      const answer = await api.post(path, body);
      counts.sent += 1;
      counts[reasons.length === 0 ? 'valid' : 'invalid'] += 1;
      const fault = disagreement(answer, reasons);
      if (fault !== undefined) throw new Error(`${path} ${JSON.stringify(body)}: ${fault}`);
    }),
    { numRuns: requests, seed, endOnFailure: false },
  );
  return counts;
}

function disagreement({ status, body }: Answer, reasons: readonly string[]): string | undefined {
  if (reasons.length === 0) {
    return status === 200 ? undefined : `valid by the rules, but answered ${status}: ${body.message}`;
  }
  if (status !== 400) return `answered ${status}, but the rules say: ${reasons.join('; ')}`;
  const { errors } = body.data as ErrorData;
  return body.code === 10001 && errors.length > 0 ? undefined : `400 with code ${body.code} and no fault named`;
}
