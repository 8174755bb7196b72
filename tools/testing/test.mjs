import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, installPackages, PROJECT_DIR, requireNode } from '../build/bootstrap.mjs';
import { JEST } from './jest.mjs';

const STATIC_CHECKS = ['lint', 'typecheck', 'imports', 'format', 'audit'];

requireNode();
installPackages();
build();

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const check of STATIC_CHECKS) {
  console.log(`\n— ${check}`);
  const { status } = spawnSync('npm', ['run', '--silent', check], { cwd: PROJECT_DIR, stdio: 'inherit' });
  counts[status === 0 ? 'passed' : 'failed'] += 1;
}
await runTests();
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

async function runTests() {
  const { startTestNode } = await import('../../dist/tools/test-node.js');
  const node = await startTestNode().catch((error) => {
    console.error(error.message);
    counts.failed += 1;
  });
  if (node === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'commerce-analytics-tests-'));
  const report = join(folder, 'report.json');
  try {
    console.log('\n— unit and end-to-end tests');
    await runJest(report, node.url);
    count(JSON.parse(readFileSync(report, 'utf8')));
  } catch (error) {
    console.error(`The tests left no report: ${error.message}`);
    counts.failed += 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await node.close();
  }
}

/** Jest in a process of its own; it ends with this one. */
function runJest(report, elasticsearchUrl) {
  const jest = spawn(
    process.execPath,
    [...JEST, '--json', `--outputFile=${report}`, '--maxWorkers=3', ...process.argv.slice(2)],
    {
      cwd: PROJECT_DIR,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, TEST_ELASTICSEARCH_URL: elasticsearchUrl },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => jest.kill('SIGKILL'));
  return new Promise((resolve, reject) => jest.once('exit', resolve).once('error', reject));
}

function count({ numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites }) {
  counts.passed += numPassedTests;
  counts.failed += numFailedTests + numRuntimeErrorTestSuites;
  counts.skipped += numPendingTests;
}
