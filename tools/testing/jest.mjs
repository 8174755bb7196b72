import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, installPackages, PROJECT_DIR, requireNode } from '../build/bootstrap.mjs';

/** What Node is given to run Jest, before Jest's own parameters. */
export const JEST = ['--experimental-vm-modules', '--no-warnings', join('node_modules', 'jest', 'bin', 'jest.js')];
/** What Jest is given to run long proofs and measurements, one at a time. */
export const ONE_AT_A_TIME = ['--config', 'jest.proofs.config.mjs', '--runInBand'];

/** Installs and builds what is missing, then runs Jest to its end; returns its exit status. */
export function runJest(parameters, environment) {
  prepare();
  return spawnJest(parameters, environment);
}

function spawnJest(parameters, environment) {
  const { status } = spawnSync(process.execPath, [...JEST, ...parameters], {
    cwd: PROJECT_DIR,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return status ?? 1;
}

/** `runJest` on the node that TEST_ELASTICSEARCH_URL names, or on one that is started for it and ended after it. */
export async function runJestOnNode(parameters, environment = {}) {
  prepare();
  if (process.env.TEST_ELASTICSEARCH_URL) return spawnJest(parameters, environment);
  const { startTestNode } = await import('../../dist/tools/test-node.js');
  const node = await startTestNode().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
  try {
    return spawnJest(parameters, { ...environment, TEST_ELASTICSEARCH_URL: node.url });
  } finally {
    await node.close();
  }
}

function prepare() {
  requireNode();
  installPackages();
  build();
}
