import type { Request, RequestHandler, Response } from 'express';
import { inTurn } from './in-turn.js';

const run = (...handlers: RequestHandler[]): Promise<unknown> =>
  new Promise((resolve) => {
    void inTurn(...handlers)({} as Request, {} as Response, resolve);
  });

describe('handlers in turn', () => {
  it('go on one after the other, those that take their time included, and then to what follows', async () => {
    const met: number[] = [];
    const error = await run(
      (_request, _response, next) => (met.push(1), next()),
      (_request, _response, next) => void setImmediate(() => (met.push(2), next())),
      (_request, _response, next) => (met.push(3), next()),
    );
    expect([met, error]).toEqual([[1, 2, 3], undefined]);
  });

  it('end with the first failure', async () => {
    const failure = new Error('refused');
    let reached = false;
    const last: RequestHandler = (_request, _response, next) => ((reached = true), next());
    expect(await run((_request, _response, next) => next(failure), last)).toBe(failure);
    expect(reached).toBe(false);
  });
});
