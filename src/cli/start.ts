import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { ensureDevelopmentToken } from '../access/development-token.js';
import { TokenStore } from '../access/token-store.js';
import { SEED_DEFAULTS } from '../seed/seed-world.js';
import { needsSeed, seedCluster } from './process/seed-cluster.js';
import { runService } from './process/run-service.js';

await runService(
  async (context) => {
    if (context.dataDir !== undefined && (await needsSeed(context))) await seedCluster(context, SEED_DEFAULTS);
  },
  async (config, { dataDir }, service) => {
    const file = dataDir && (await ensureDevelopmentToken(service.app.get(TokenStore), dataDir));
    if (config.explorer) console.log(`\nExplorer:      ${service.url}/explore${await tokenForTerminal(file)}`);
    console.log(`Swagger UI:    ${service.url}/docs`);
    if (file === undefined) {
      console.log('Access token:  create one with: npm run -s token -- create\n');
      return;
    }
    const shown = relative(process.cwd(), file);
    const path = shown.startsWith('..') ? file : shown;
    console.log(`Data:          in the folder ${dataDir}`);
    console.log(`Access token:  in the file ${path}`);
    console.log('Try it:');
    console.log(
      `  curl -s ${service.url}/product/v1/search -H "Authorization: Bearer $(cat '${path}')"` +
        ` -H 'Content-Type: application/json' -d '{"keywords":"lipstick","pagesize":3}'\n`,
    );
  },
  { createsIndices: true },
);

/** The fragment of the explorer's link with the development token. Only a terminal gets it, not a file or a log. */
async function tokenForTerminal(file: string | undefined): Promise<string> {
  return file !== undefined && process.stdout.isTTY ? `#token=${(await readFile(file, 'utf8')).trim()}` : '';
}
