import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { PROJECT_DIR } from '../tools/build/bootstrap.mjs';

/** The supported releases of Node: the oldest of 20, the newest of the others. */
const RELEASES = ['20.19', '22', '24', '26'];

/**
 * Runs the whole suite on each release of Node and prints a table. The binaries come from npm.
 * @param releases default: all
 * @returns whether every suite passed
 */
export function runSuiteOnNodes(releases) {
  const rows = (releases.length > 0 ? releases : RELEASES).map((release) => {
    const node = installNode(release);
    const { stdout: version } = spawnSync(node, ['--version'], { encoding: 'utf8' });
    console.log(`\n— Node ${version.trim()}`);
    const startedAt = Date.now();
    const { status, stdout } = spawnSync(node, [join(PROJECT_DIR, 'tools', 'testing', 'test.mjs'), '--all'], {
      cwd: PROJECT_DIR,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
    });
    const result = stdout.trim().split('\n').at(-1);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.log(result);
    return { node: version.trim(), result, seconds, passed: status === 0 };
  });
  console.table(rows);
  return rows.every(({ passed }) => passed);
}

/** @returns the path of its binary */
export function installNode(release) {
  const folder = join(PROJECT_DIR, '.cache', 'nodes', release);
  const name = `node-${process.platform}-${process.arch}`;
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', folder, '--no-save', '--no-audit', `${name}@${release}`],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  if (status !== 0) throw new Error(`Node ${release} can't be installed from npm.`);
  return join(folder, 'node_modules', name, 'bin', 'node');
}
