import { createHmac } from 'node:crypto';
import type { Receiver } from './rules-file.js';
import { VERSION } from './transport.js';

/** What became of an attempt: accepted, wanted no more (410), or why not. */
export type Attempted = 'accepted' | 'ended' | { readonly reason: string; readonly retryAfterMs: number };

const TIMEOUT_MS = 10_000;
const FIRST_WAIT_MS = 5000;
export const LONGEST_WAIT_MS = 3_600_000;
/** Receivers refuse timestamps that differ more (Standard Webhooks). */
const CLOCK_MS = 300_000;

/** The signature of an attempt by Standard Webhooks. */
export const signatureOf = (key: Buffer, id: string, seconds: number, body: string): string =>
  `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;

/** The wait before the attempt after so many: doubled each time, with a random part. */
export const waitAfter = (attempts: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS) * (0.75 + Math.random() / 4);

/** Sends a message once. The timestamp and the signature are of this attempt, the id of the message. */
export async function attempt(
  { id, body }: { readonly id: string; readonly body: string },
  { url, key }: Receiver,
  now: number,
): Promise<Attempted> {
  const seconds = Math.floor(now / 1000);
  const headers = {
    ...{ 'Content-Type': 'application/json', 'User-Agent': `commerce-analytics-typescript/${VERSION}` },
    ...{ 'webhook-id': id, 'webhook-timestamp': String(seconds) },
    ...(key && { 'webhook-signature': signatureOf(key, id, seconds, body) }),
  };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    if (answer.ok) return 'accepted';
    if (answer.status === 410) return 'ended';
    const text = (await answer.text()).slice(0, 100);
    const retryAfterMs = Number(answer.headers.get('Retry-After') ?? 0) * 1000 || 0;
    return { reason: `HTTP ${answer.status} ${text}${clockNote(answer, now)}`.trim(), retryAfterMs };
  } catch (error) {
    const { message, cause } = error as Error;
    return { reason: cause instanceof Error ? cause.message : message, retryAfterMs: 0 };
  }
}

/** Says that the clock of a receiver is wrong, or this one, so that it refuses signatures. */
function clockNote({ headers }: Response, now: number): string {
  const ahead = Date.parse(headers.get('Date') ?? '') - now;
  return Math.abs(ahead) > CLOCK_MS ? `; its clock differs by ${Math.round(ahead / 1000)} s` : '';
}
