import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { installPackages, PROJECT_DIR, requireNode } from '../build/bootstrap.mjs';
import { prepare, runJestOnNode } from './jest.mjs';

/**
 * Runs the static checks, the unit tests and the end-to-end tests; with `--all` the slow ones as well. Passes other
 * parameters to Jest. Prints the slowest files and one line of counts.
 */
const ALL = '--all';
const all = process.argv.includes(ALL);
const given = process.argv.slice(2).filter((parameter) => parameter !== ALL);
/** Not for the whole suite: rules about types may miss errors in unchanged files when a type elsewhere changes. */
const CACHED = ['--', '--cache', '--cache-strategy=content', '--cache-location=.cache/eslint.json'];
/** Two at a time: the longest one in parallel to the others. */
const STATIC_CHECKS = [[['lint', ...(all ? [] : CACHED)]], [['typecheck'], ['format'], ['imports'], ['audit']]];
const SLOWEST = 10;
const counts = { passed: 0, failed: 0, skipped: 0 };

requireNode();
installPackages();
prepare();
await Promise.all(STATIC_CHECKS.map((checks) => runInTurn(checks)));
await runTests();
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

async function runInTurn(checks) {
  for (const check of checks) {
    const startedAt = performance.now();
    const { status, output } = await runCheck(check);
    counts[status === 0 ? 'passed' : 'failed'] += 1;
    console.log(`— ${check[0]}: ${secondsFrom(startedAt, performance.now())} s\n${output}`.trim());
  }
}

function runCheck(check) {
  const running = spawn('npm', ['run', '--silent', ...check], { cwd: PROJECT_DIR, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [running.stdout, running.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve, reject) =>
    running.once('close', (status) => resolve({ status, output })).once('error', reject),
  );
}

async function runTests() {
  console.log(`— unit and end-to-end tests${all ? ', the slow ones as well' : ''}`);
  const folder = mkdtempSync(join(tmpdir(), 'commerce-analytics-tests-'));
  const report = join(folder, 'report.json');
  const projects = ['--selectProjects', 'unit', 'e2e', ...(all ? ['slow'] : [])];
  const parameters = [...projects, '--json', `--outputFile=${report}`, '--maxWorkers=3', ...given];
  try {
    await runJestOnNode(parameters, {}, ['ignore', 'ignore', 'inherit'], true);
    count(JSON.parse(readFileSync(report, 'utf8')));
  } catch (error) {
    console.error(`The tests left no report: ${error.message}`);
    counts.failed += 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function count({ numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites, testResults }) {
  counts.passed += numPassedTests;
  counts.failed += numFailedTests + numRuntimeErrorTestSuites;
  counts.skipped += numPendingTests;
  const slowest = testResults.sort((one, other) => tookMs(other) - tookMs(one)).slice(0, SLOWEST);
  console.log('— the slowest files, in seconds');
  for (const file of slowest) {
    console.log(`${secondsFrom(file.startTime, file.endTime).padStart(6)}  ${relative(PROJECT_DIR, file.name)}`);
  }
}

function tookMs({ startTime, endTime }) {
  return endTime - startTime;
}

function secondsFrom(startMs, endMs) {
  return ((endMs - startMs) / 1000).toFixed(1);
}
