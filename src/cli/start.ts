import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ensureDevelopmentToken } from '../access/development-token.js';
import { TokenStore } from '../access/token-store.js';
import { ensureIndices } from '../elastic/indices/ensure-indices.js';
import { bootstrap } from '../main.js';
import { SEED_DEFAULTS } from '../seed/seed-world.js';
import type { CommandContext } from './process/command.js';
import { needsSeed, seedCluster } from './process/seed-cluster.js';

const createIndices = ({ client, names, config }: CommandContext) => ensureIndices(client, names, config.indexShards);

await bootstrap(announce, createIndices, async (context) => {
  if (context.dataDir !== undefined && (await needsSeed(context))) await seedCluster(context, SEED_DEFAULTS);
});

/** Prints the addresses, and the development token of the embedded node with a first request. */
async function announce({ config, dataDir }: CommandContext, app: NestExpressApplication): Promise<void> {
  const url = await app.getUrl();
  const file = dataDir && (await ensureDevelopmentToken(app.get(TokenStore), dataDir));
  if (config.explorer) console.log(`\nExplorer:      ${url}/explore${await tokenForTerminal(file)}`);
  console.log(`Swagger UI:    ${url}/docs`);
  if (file === undefined) {
    console.log('Access token:  create one with: npm run -s token -- create\n');
    return;
  }
  const shown = relative(process.cwd(), file);
  const path = shown.startsWith('..') ? file : shown;
  console.log(`Data:          in the folder ${dataDir}
Access token:  in the file ${path}
Try it:
  curl -s ${url}/product/v1/search -H "Authorization: Bearer $(cat '${path}')" -H 'Content-Type: application/json' -d '{"keywords":"lipstick","pagesize":3}'
`);
}

/** The fragment of the explorer's link with the development token. Only a terminal gets it, not a file or a log. */
async function tokenForTerminal(file: string | undefined): Promise<string> {
  return file !== undefined && process.stdout.isTTY ? `#token=${(await readFile(file, 'utf8')).trim()}` : '';
}
