import type { ServiceRequest } from '../request/request-context.js';

/** The one shape of every answer (interface document, "Common response envelope"). */
export interface Envelope<Data = unknown> {
  code: number;
  data: Data;
  message: string;
  /** Unix seconds. */
  timestamp: number;
  request_id: string;
  /** Live search alone: `success`, or the text of the error. */
  msg?: string;
}

const LIVE_SEARCH = '/live/v1/search';

/** The envelope around an answer's data. */
export function envelope({ context, path }: ServiceRequest, code: number, data: unknown, message: string): Envelope {
  return envelopeOf({ requestId: context.requestId, path }, code, data, message);
}

/** The envelope of the answer to a request of that path; live search carries `msg` beside `message`. */
export function envelopeOf(
  { requestId, path }: { readonly requestId: string; readonly path: string },
  code: number,
  data: unknown,
  message: string,
): Envelope {
  const answer = bareEnvelope(requestId, code, data, message);
  if (path === LIVE_SEARCH) answer.msg = code === 0 ? 'success' : message;
  return answer;
}

/** The envelope of an answer whose path is not known. */
export function bareEnvelope(requestId: string, code: number, data: unknown, message: string): Envelope {
  return { code, data, message, timestamp: Math.floor(Date.now() / 1000), request_id: requestId };
}
