import { jest } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { confirm } from './output.js';

const LOSS = 'This replaces 3 videos at http://search.example:9200.';

describe('confirm', () => {
  const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  afterAll(() => stderr.mockRestore());

  const { signal } = new AbortController();
  const terminal = (typed: string): PassThrough & { isTTY: boolean } => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    input.end(typed);
    return input;
  };

  it('asks nobody with --yes', async () => {
    await confirm({ signal }, LOSS, true, new PassThrough());
    expect(stderr).not.toHaveBeenCalled();
  });

  it('wants --yes where there is no terminal', async () => {
    await expect(confirm({ signal }, LOSS, false, new PassThrough())).rejects.toThrow(`${LOSS} Add --yes to confirm.`);
  });

  it.each(['y\n', 'YES\n'])('goes on when the user agrees: %j', async (typed) => {
    await confirm({ signal }, LOSS, false, terminal(typed));
    expect(stderr).toHaveBeenCalledWith(`${LOSS} Continue? [y/N] `);
  });

  it.each(['n\n', '\n', 'yesterday\n', ''])('stops when the user does not: %j', async (typed) => {
    await expect(confirm({ signal }, LOSS, false, terminal(typed))).rejects.toThrow('Nothing was changed.');
  });

  it('stops at the signal while it waits for an answer', async () => {
    const stop = new AbortController();
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const asking = confirm({ signal: stop.signal }, LOSS, false, input);
    stop.abort(new Error('Stopped by SIGINT.'));
    await expect(asking).rejects.toThrow('Stopped by SIGINT.');
  });
});
