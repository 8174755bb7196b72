import type { NestExpressApplication } from '@nestjs/platform-express';
import { bootstrap } from '../main.js';
import type { CommandContext } from './process/command.js';

// Another role of Elasticsearch creates indices, with `npm run indices -- create`.
await bootstrap(announce, ({ client }) => client.cluster.health());

async function announce(_context: CommandContext, app: NestExpressApplication): Promise<void> {
  const url = await app.getUrl();
  console.log(`Serving at ${url}, Swagger UI at ${url}/docs`);
}
