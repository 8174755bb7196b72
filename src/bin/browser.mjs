import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, installPackages, PROJECT_DIR, requireNode } from './bootstrap.mjs';

/** Uses Swagger UI in a real Chromium as a newcomer does: every example is executed and must be shown with hits. */
const USAGE = `Usage: npm run browser -- [--url URL --token TOKEN] [--screenshots FOLDER]
Without --url a service is started on an Elasticsearch of its own, with seeded data.
CHROMIUM_PATH names the browser; else it is /usr/bin/chromium.`;

const options = readOptions();
const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
if (!isExecutable(chromium)) {
  console.log(`Skipped: there is no browser at ${chromium}. Install Debian's package chromium, or set CHROMIUM_PATH.`);
  process.exit(0);
}
requireNode();
installPackages();
build();
const screenshots = resolve(options.screenshots ?? join(PROJECT_DIR, '.cache', 'screenshots'));
process.exit(options.url === undefined ? await onOwnNode() : run({ BROWSER_URL: options.url.replace(/\/+$/, '') }));

async function onOwnNode() {
  const { startTestNode } = await import('../../dist/bin/test-node.js');
  const node = await startTestNode();
  try {
    return run({ TEST_ELASTICSEARCH_URL: node.url });
  } finally {
    await node.close();
  }
}

function run(environment) {
  const jest = join('node_modules', 'jest', 'bin', 'jest.js');
  const { status } = spawnSync(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', jest, '--selectProjects=e2e', '--verbose', 'test/browser'],
    {
      cwd: PROJECT_DIR,
      stdio: 'inherit',
      env: { ...process.env, ...environment, BROWSER_TOKEN: options.token, BROWSER_SCREENSHOTS: screenshots },
    },
  );
  console.log(`Screenshots: ${screenshots}`);
  return status ?? 1;
}

function readOptions() {
  try {
    const text = { type: 'string' };
    const { values } = parseArgs({ options: { url: text, token: text, screenshots: text } });
    if ((values.url === undefined) === (values.token === undefined)) return values;
  } catch (error) {
    console.error(error.message);
  }
  console.error(USAGE);
  process.exit(1);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
