import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, PROJECT_DIR, requireNode, requirePackages } from '../build/bootstrap.mjs';

const JEST = ['--experimental-vm-modules', '--no-warnings', join('node_modules', 'jest', 'bin', 'jest.js')];
const ENDED_BY = ['SIGINT', 'SIGTERM'];
/** Parameters of Jest for long proofs and measurements, one at a time. */
export const ONE_AT_A_TIME = ['--selectProjects=proofs', '--runInBand', '--testTimeout=3600000'];

/** Builds changed sources. */
export function prepare() {
  requireNode();
  requirePackages();
  build();
}

/** Runs Jest and returns its exit status. Jest ends with this process. */
export async function runJest(parameters, environment = {}, stdio = 'inherit') {
  prepare();
  const jest = spawn(process.execPath, [...JEST, ...parameters], {
    cwd: PROJECT_DIR,
    stdio,
    env: { ...process.env, ...environment },
  });
  const end = () => jest.kill('SIGKILL');
  for (const signal of ENDED_BY) process.once(signal, end);
  const status = await new Promise((resolve, reject) => jest.once('exit', resolve).once('error', reject));
  for (const signal of ENDED_BY) process.off(signal, end);
  return status ?? 1;
}

/** Runs Jest on the node at TEST_ELASTICSEARCH_URL, or on a node that is started for it. */
export const runJestOnNode = (parameters, environment = {}, stdio = 'inherit', inMemory = false) =>
  onTestNode((url) => runJest(parameters, { ...environment, TEST_ELASTICSEARCH_URL: url }, stdio), inMemory);

/** Gives work the address of the node at TEST_ELASTICSEARCH_URL, or of one that is started for it, and returns its status. */
export async function onTestNode(work, inMemory = false) {
  prepare();
  const url = process.env.TEST_ELASTICSEARCH_URL;
  if (url) return work(url);
  await import('../../dev/typescript.mjs');
  const { startTestNode } = await import('./test-node.ts');
  let node;
  try {
    node = await startTestNode(inMemory);
    return await work(node.url);
  } catch (error) {
    console.error(error.message);
    return 1;
  } finally {
    await node?.close();
  }
}
