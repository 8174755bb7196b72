import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Figures are of a revision, and are refused once more than this share of the sources that they measure is newer: the code
 * that had them is replaced. Then measure again, or remove them.
 */
const MOST_NEWER = 0.5;

const git = (...parameters: string[]): string =>
  execFileSync('git', parameters, { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] });
const hasHistory = ((): boolean => {
  try {
    return git('rev-parse', '--is-shallow-repository').trim() === 'false';
  } catch {
    return false;
  }
})();

const isSource = (file: string): boolean => file.endsWith('.ts') && !file.endsWith('.spec.ts');

/** The lines of each source that were written since a revision; a file that was only moved has none. */
function linesSince(revision: string): ReadonlyMap<string, number> {
  const parts = git('diff', '--find-renames=30%', '--numstat', '-z', revision, '--', 'src').split('\0');
  const added = new Map<string, number>();
  for (let at = 0; at < parts.length - 1; at++) {
    const [lines = '', , file = ''] = parts[at]?.split('\t') ?? [];
    if (file === '') at += 2;
    added.set(file === '' ? (parts[at] ?? '') : file, Number(lines));
  }
  return added;
}

/** The share of the lines in folders that is newer than a revision. */
function newerShare(revision: string, folders: readonly string[]): number {
  const files = git('ls-files', ...folders)
    .trim()
    .split('\n')
    .filter(isSource);
  const since = linesSince(revision);
  const newer = files.reduce((sum, file) => sum + (since.get(file) ?? 0), 0);
  return newer / files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);
}

const sections = readFileSync('docs/performance.md', 'utf8').split(/^## /m).slice(1);
const MEASURED = /^Measured at `([0-9a-f]{8})` on \d{1,2} \w+ 20\d\d, of ((?:`src\/[\w/]+`(?:, )?)+)\.$/m;
const proofs = [...readFileSync('docs/proofs.md', 'utf8').matchAll(/^\| (.+\?) .*\|$/gm)];

(hasHistory ? describe : describe.skip)('figures (with the history of the repository)', () => {
  it.each(sections.map((section) => [section.split('\n')[0] ?? '', section]))(
    'of %s name their revision and what they measure, and are of today',
    (_, section) => {
      const [, revision = '', folders = ''] = MEASURED.exec(section) ?? [];
      expect(section).toMatch(MEASURED);
      const measured = [...folders.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => folder);
      expect(newerShare(revision, measured)).toBeLessThanOrEqual(MOST_NEWER);
    },
  );

  it.each(proofs.map(([row, question = '']) => [question, row]))('of the proof “%s” are of today', (_, row) => {
    const [, revision = ''] = /\| `([0-9a-f]{8})`, \d{1,2} \w+ +\|$/.exec(row) ?? [];
    expect(row).toContain(`\`${revision}\`,`);
    expect(newerShare(revision, ['src'])).toBeLessThanOrEqual(MOST_NEWER);
  });

  it('of a revision whose code is replaced would be refused', () => {
    expect(newerShare('2f6c394a', ['src/search', 'src/loading'])).toBeGreaterThan(MOST_NEWER);
    expect(newerShare('HEAD', ['src'])).toBeLessThanOrEqual(MOST_NEWER);
    expect([sections.length, proofs.length].every((count) => count > 0)).toBe(true);
  });
});

it('a decision takes at most ten lines', () => {
  const decisions = readFileSync('docs/decisions.md', 'utf8').split(/^## /m).slice(1);
  const lines = decisions.map((text) => text.split('\n').filter((line) => line !== ''));
  expect(lines.filter(({ length }) => length > 11).map(([title]) => title)).toEqual([]);
  expect(lines.length).toBeGreaterThan(5);
});
