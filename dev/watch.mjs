import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { watch } from 'rolldown';
import { build, PROJECT_DIR, requireNode } from '../tools/build/bootstrap.mjs';

/**
 * Serves the sources and starts the service again after each change, without checking types. The next process has its
 * packages loaded before it is needed. Uses `ELASTICSEARCH_URL`, or the node that `npm start` or `npm run cluster` runs.
 */
const START_MS = 3000;
const FOLDER = join(PROJECT_DIR, '.cache', 'watch');
const { ELASTICSEARCH_PORT: nodePort = '9200' } = process.env;
const env = {
  ELASTICSEARCH_URL: `http://127.0.0.1:${nodePort}`,
  // Next to the service of `npm start`.
  PORT: '3001',
  SHUTDOWN_DELAY_MS: '0',
  ...process.env,
};

requireNode();
if (!existsSync(join(PROJECT_DIR, 'dist', 'public'))) build();
const newProcess = () => fork(join(import.meta.dirname, 'watch-process.mjs'), { cwd: PROJECT_DIR, env });
let next = newProcess();
let serving;
let making;
let isEnding = false;

const bundler = watch({
  cwd: PROJECT_DIR,
  input: { serve: 'src/main.ts' },
  platform: 'node',
  tsconfig: 'tsconfig.json',
  // Packages stay in node_modules, except the helpers that the bundler itself adds.
  external: /^(?!@oxc-project)[@\w]/,
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  output: { dir: FOLDER, keepNames: true, sourcemap: true, strictExecutionOrder: true },
});
bundler.on('event', async (event) => {
  if (event.code === 'ERROR') console.error(event.error.message);
  if (event.code !== 'BUNDLE_END') return;
  await event.result.close();
  if (isEnding) return;
  const ended = serving;
  serving = next ?? newProcess();
  next = undefined;
  if (ended?.exitCode === null && ended.kill()) await new Promise((resolve) => ended.once('exit', resolve));
  if (isEnding) return;
  serving.send(join(FOLDER, 'serve.js'));
  // Loading packages now would slow the service that is starting.
  clearTimeout(making);
  making = setTimeout(() => (next ??= newProcess()), START_MS).unref();
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    isEnding = true;
    clearTimeout(making);
    next?.kill();
    serving?.kill(signal);
    await bundler.close();
  });
}
