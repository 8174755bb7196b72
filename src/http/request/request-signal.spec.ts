import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Response } from 'express';
import { UnavailableFailure } from '../../errors/failure.js';
import type { RequestContext } from './request-context.js';
import { contextOf, signalOf } from './request-signal.js';

function arrived(timeoutMs: number): { context: RequestContext; response: EventEmitter; signal: AbortSignal } {
  const context = { startedAt: performance.now() } as RequestContext;
  const response = Object.assign(new EventEmitter(), { writableFinished: false });
  return { context, response, signal: signalOf(context, response as unknown as Response, timeoutMs) };
}

describe('the signal of a request', () => {
  it('is aborted at the deadline, once, with the failure that the request ends with', async () => {
    const { response, signal } = arrived(20);
    const reasons: unknown[] = [];
    signal.addEventListener('abort', () => reasons.push(signal.reason));
    expect(signal.aborted).toBe(false);
    expect(() => signal.throwIfAborted()).not.toThrow();
    await sleep(60);
    response.emit('close');
    expect(signal.aborted).toBe(true);
    expect(reasons).toEqual([expect.any(UnavailableFailure)]);
    expect(() => signal.throwIfAborted()).toThrow(UnavailableFailure);
  });

  it('is aborted as soon as the client has gone', () => {
    const { response, signal } = arrived(60_000);
    response.emit('close');
    expect(signal.reason).toMatchObject({ name: 'AbortError', message: 'The client has gone.' });
  });

  it('is never aborted once the request is answered', async () => {
    const { response, signal } = arrived(20);
    Object.assign(response, { writableFinished: true }).emit('close');
    await sleep(60);
    expect(signal.aborted).toBe(false);
  });

  it('knows its request, which no other signal does', () => {
    const { context, response, signal } = arrived(60_000);
    expect(contextOf(signal)).toBe(context);
    expect(contextOf(new AbortController().signal)).toBeUndefined();
    response.emit('close');
  });

  it('ends what waits for it', async () => {
    const { response, signal } = arrived(60_000);
    const waiting = sleep(60_000, undefined, { signal });
    response.emit('close');
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError', cause: signal.reason as unknown });
  });

  it('has its hidden class in common with the signals of other requests', () => {
    setFlagsFromString('--allow-natives-syntax');
    const haveSameMap = runInNewContext('(one, other) => %HaveSameMap(one, other)') as (...two: object[]) => boolean;
    const [one, other] = [arrived(60_000), arrived(60_000)];
    expect(haveSameMap(one.signal, other.signal)).toBe(true);
    setFlagsFromString('--no-allow-natives-syntax');
    for (const { response } of [one, other]) response.emit('close');
  });
});
