import { relative } from 'node:path';
import { ensureDevelopmentToken } from '../access/development-token.js';
import { TokenStore } from '../access/token-store.js';
import { SEED_DEFAULTS } from '../seed/seed-world.js';
import { needsSeed } from './seeding/needs-seed.js';
import { seedCluster } from './seeding/seed-cluster.js';
import { runService } from './process/run-service.js';

await runService(
  async (context) => {
    if (context.dataDir !== undefined && (await needsSeed(context))) await seedCluster(context, SEED_DEFAULTS);
  },
  async (_config, { dataDir }, service) => {
    console.log(`\nSwagger UI:    ${service.url}/docs`);
    if (dataDir === undefined) {
      console.log('Access token:  make one with: npm run -s token -- create\n');
      return;
    }
    const file = await ensureDevelopmentToken(service.app.get(TokenStore), dataDir);
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
);
