import type { Answer, ErrorData } from './api-client.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Checks that an answer is the envelope, nothing more and nothing less (docs/api.md, "Envelope"). */
export function expectEnvelope(
  answer: Answer,
  { live = false, requestId = UUID }: { live?: boolean; requestId?: RegExp } = {},
): void {
  const { headers, body } = answer;
  const keys = ['code', 'data', 'message', 'timestamp', 'request_id', ...(live ? ['msg'] : [])];
  expect(Object.keys(body).sort()).toEqual(keys.sort());
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(body.request_id).toMatch(requestId);
  expect(headers.get('x-request-id')).toBe(body.request_id);
  expect(Number.isInteger(body.timestamp)).toBe(true);
  expect(Math.abs(body.timestamp - Date.now() / 1000)).toBeLessThan(60);
}

/** Checks that an answer is an error in the envelope: status, code, a sentence, and the faults named, which may be none. */
export function expectError(answer: Answer, status: number, code: number, faults: readonly object[] = []): void {
  expectEnvelope(answer, { live: 'msg' in answer.body });
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
  expect(answer.body.message).toMatch(/\S{2,}/);
  if (answer.body.msg !== undefined) expect(answer.body.msg).toBe(answer.body.message);
  expect(Object.keys(answer.body.data as ErrorData)).toEqual(['errors']);
  expect((answer.body.data as ErrorData).errors).toEqual(
    faults.map((fault) => expect.objectContaining(fault) as unknown),
  );
}
