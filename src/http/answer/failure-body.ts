import type { Failure } from '../../errors/failure.js';
import { envelopeOf } from './envelope.interceptor.js';

/** Where assistants call tools. */
export const MCP_PATH = '/mcp';
/** JSON-RPC's code of an error that the server defines. */
const SERVER_ERROR = -32000;

/** What is said of a failure. */
type Told = Pick<Failure, 'code' | 'status' | 'errors' | 'message'>;

/** The body of an answer to a request that failed: the envelope, or the error of JSON-RPC that clients of /mcp read. */
export function failureBody(
  { requestId, path }: { readonly requestId: string; readonly path: string },
  { code, status, errors, message }: Told,
): object {
  // Without MCP=on /mcp is a path like any other that is not there.
  if (path !== MCP_PATH || status === 404) return envelopeOf({ requestId, path }, code, { errors }, message);
  const data = { code, errors, request_id: requestId };
  return { jsonrpc: '2.0', id: null, error: { code: SERVER_ERROR, message, data } };
}
