import { errors } from '@elastic/elasticsearch';
import { jest } from '@jest/globals';
import { WorkFailure } from '../../common/errors/failure.js';
import { NotYetError } from './elastic-error.js';
import { retryBy } from './retry-policy.js';

const cut = () => new errors.ConnectionError('connection cut');

describe('retryBy', () => {
  it('tries again while the failure may pass, with longer and longer pauses', async () => {
    const pauses: number[] = [];
    let tries = 0;
    const retry = retryBy({ giveUpAfterMs: 60_000, onPause: (_, pauseMs) => pauses.push(pauseMs) });
    const result = await retry(async () => {
      tries += 1;
      if (tries < 4) throw cut();
      return 'done';
    });
    expect(result).toBe('done');
    expect(pauses).toHaveLength(3);
    for (const [position, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(50 * 2 ** position);
      expect(pause).toBeLessThanOrEqual(100 * 2 ** position);
    }
  });

  it('says each kind of root cause once, in one line', async () => {
    const cause = (shard: number) => ({
      type: 'es_rejected_execution_exception',
      reason: `queue of shard ${shard} is full`,
    });
    const error = { type: 'search_phase_execution_exception', root_cause: [1, 2, 3].map(cause) };
    const meta = { statusCode: 429, body: { error }, headers: {}, warnings: null, meta: {} };
    const refused = new errors.ResponseError(meta as unknown as ConstructorParameters<typeof errors.ResponseError>[0]);
    expect(refused.message).toContain('shard 3');
    const failing = retryBy({ giveUpAfterMs: 0 })(() => Promise.reject(refused));
    await expect(failing).rejects.toThrow(
      'Gave up after 0 s without progress: search_phase_execution_exception Root causes: es_rejected_execution_exception: queue of shard 1 is full',
    );
    await expect(failing).rejects.not.toThrow('shard 2');
  });

  it('leaves the lines of other messages: each is a trouble of its own', async () => {
    const pauses: string[] = [];
    const options = { giveUpAfterMs: 200, onPause: (reason: string) => void pauses.push(reason) };
    const failing = retryBy(options)(() => Promise.reject(new NotYetError('one is missing\ntwo is missing')));
    await failing.catch(() => undefined);
    expect(new Set(pauses)).toEqual(new Set(['one is missing\ntwo is missing']));
  });

  it('gives up when nothing went well for too long, and says why', async () => {
    const failing = retryBy({ giveUpAfterMs: 0 })(() => Promise.reject(cut()));
    await expect(failing).rejects.toThrow(WorkFailure);
    await expect(failing).rejects.toThrow('connection cut');
  });

  it('never tries a failure again that will not pass', async () => {
    let tries = 0;
    const failing = retryBy({ giveUpAfterMs: 60_000 })(async () => {
      tries += 1;
      throw new TypeError('a bug');
    });
    await expect(failing).rejects.toThrow('a bug');
    expect(tries).toBe(1);
  });

  it('ends its pause at once when the work is stopped', async () => {
    const controller = new AbortController();
    // A pause of hours, unless it ends.
    jest.spyOn(Math, 'random').mockReturnValueOnce(1e6);
    const onPause = (): void => void setImmediate(() => controller.abort(new Error('stopped')));
    const options = { giveUpAfterMs: 60_000, signal: controller.signal, onPause };
    await expect(retryBy(options)(() => Promise.reject(cut()))).rejects.toThrow('stopped');
  });
});
