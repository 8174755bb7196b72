import { UnavailableFailure } from '../../errors/failure.js';
import { failureBody } from '../answer/failure-body.js';

const BUSY = new UnavailableFailure('Too many requests are in progress; try again shortly.');

/** What those get that are refused for want of room; made once, as there may be many of them. */
export const BUSY_ANSWER = {
  code: BUSY.code,
  status: BUSY.status,
  headers: { ...BUSY.headers, 'Content-Type': 'application/json; charset=utf-8' },
} as const;

/** The body of that answer to a request of that path. */
export const busyBody = (requestId: string, path: string): string =>
  JSON.stringify(failureBody({ requestId, path }, BUSY));
