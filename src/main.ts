import { runService } from './cli/process/run-service.js';

await runService(
  () => Promise.resolve(),
  async (_config, _connection, service) => console.log(`Serving at ${service.url}, Swagger UI at ${service.url}/docs`),
  // Another role of Elasticsearch does, with `npm run indices -- create`.
  { createsIndices: false },
);
