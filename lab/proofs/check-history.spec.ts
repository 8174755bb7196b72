import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../test/support/temporary-folder.js';

const ANSWER = {
  client: 'one',
  path: '/creator/v1/search',
  body: '{}',
  sent: null as string | null,
  answered: 'e.1' as string | null,
  status: 200,
  changed: false,
  hash: 'a',
};
const RANKING = { ...ANSWER, path: '/category/v1/rank/topSelling' };

describe('the checker of histories', () => {
  const folder = temporaryFolder('history');

  /** Returns the exit status of the checker and the lines that it prints. */
  function check(answers: readonly Partial<typeof ANSWER>[]): { status: number | null; lines: string[] } {
    const file = join(folder, 'history.ndjson');
    writeFileSync(file, answers.map((answer) => `${JSON.stringify({ ...ANSWER, ...answer })}\n`).join(''));
    const { status, stdout } = spawnSync(process.execPath, [join('lab', 'proofs', 'check-history.mjs'), file], {
      encoding: 'utf8',
    });
    return { status, lines: stdout.trim().split('\n') };
  }

  it('takes a history in which versions rise, and counts what it compared', () => {
    const history = [
      {},
      { sent: 'e.1', answered: 'e.1' },
      { client: 'two', hash: 'a' },
      { sent: 'e.1', answered: 'e.2', changed: true, hash: 'b' },
      { client: 'two', sent: 'e.1', answered: null, status: 503 },
      { client: 'two', answered: 'e.1', hash: 'a' },
      { sent: 'e.2', answered: 'f.1', changed: true, hash: 'c' },
      { sent: 'f.1', answered: 'f.10', changed: true, hash: 'd' },
      { ...RANKING, sent: 'f.10', answered: 'f.10' },
      { ...RANKING, sent: 'f.10', answered: 'f.10', hash: 'of facts that were rewritten since' },
    ];
    expect(check(history)).toEqual({
      status: 0,
      lines: [
        '10 answers, 1 refused, 4 versions. Compared with an earlier answer at the same version: 3; ' +
          'with a version sent: 6. Faults: 0.',
      ],
    });
  });

  it.each([
    [
      'two answers to one request at one version',
      [{}, { client: 'two', hash: 'b' }],
      'line 2, two, /creator/v1/search: another answer than in line 1 to the same request and version',
    ],
    [
      'a version below the one that was sent',
      [{ sent: 'e.10', answered: 'e.9', changed: true }],
      'line 1, one, /creator/v1/search: e.9 is below e.10, which was sent',
    ],
    [
      'a version below one that the client got before',
      [
        { sent: 'e.2', answered: 'e.3', changed: true },
        { sent: 'e.2', answered: 'e.2' },
      ],
      'line 2, one, /creator/v1/search: e.2 is below e.3, which was answered before',
    ],
    [
      'a change that the answer does not tell',
      [{ sent: 'e.1', answered: 'e.2' }],
      'line 1, one, /creator/v1/search: X-Data-Changed: false, sent e.1, answered e.2',
    ],
    ['an answer without a version', [{ answered: null }], 'line 1, one, /creator/v1/search: no version: null'],
    ['another status', [{ status: 500 }], 'line 1, one, /creator/v1/search: status 500'],
  ])('finds %s', (_, history, fault) => {
    const { status, lines } = check(history);
    expect(status).toBe(1);
    expect(lines).toEqual([fault, expect.stringMatching(/ Faults: 1\.$/)]);
  });
});
