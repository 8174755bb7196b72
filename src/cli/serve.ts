import { bootstrap } from '../main.js';

await bootstrap(async (_context, app) => {
  const url = await app.getUrl();
  console.log(`Serving at ${url}, Swagger UI at ${url}/docs`);
});
