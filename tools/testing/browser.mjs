import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_DIR } from '../build/bootstrap.mjs';
import { findChromium } from './chromium.mjs';
import { runJest, runJestOnNode } from './jest.mjs';

/**
 * Uses Swagger UI and the explorer in a real Chromium: every example must run and show hits. For a running service, the
 * flows of the explorer are skipped.
 */
const USAGE = `Usage: npm run browser -- [--url URL --token TOKEN] [--screenshots FOLDER]
Without --url a service is started on an Elasticsearch of its own, with seeded data.
CHROMIUM_PATH names the browser; else it is Debian's chromium-headless-shell, or chromium.`;

const options = readOptions();
if (findChromium() === undefined) {
  console.log("Skipped: there is no browser. Install Debian's package chromium-headless-shell, or set CHROMIUM_PATH.");
  process.exit(0);
}
const screenshots = resolve(options.screenshots ?? join(PROJECT_DIR, '.cache', 'screenshots'));
const jest = ['--selectProjects=slow', '--verbose', 'test/browser'];
const environment = { BROWSER_TOKEN: options.token, BROWSER_SCREENSHOTS: screenshots };
const status =
  options.url === undefined
    ? await runJestOnNode(jest, environment)
    : await runJest(jest, { ...environment, BROWSER_URL: options.url.replace(/\/+$/, '') });
console.log(`Screenshots: ${screenshots}`);
process.exit(status);

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
