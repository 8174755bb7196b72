import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';
import { PROJECT_DIR } from './bootstrap.mjs';

const names = readdirSync(join(PROJECT_DIR, 'src', 'bin'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length));

/**
 * Joins the compiled modules and the packages they use: each module of `src/bin` becomes one of `dist/bin` by the same
 * name, over files that they share. A process spends more time on finding and reading thousands of small files than on
 * all the rest of its start.
 */
await build({
  cwd: PROJECT_DIR,
  input: Object.fromEntries(names.map((name) => [name, `dist/modules/bin/${name}.js`])),
  platform: 'node',
  // Swagger UI's files are sent as they are; the others are Nest's options that are not installed.
  external: [/^swagger-ui-dist\//, /^@nestjs\/(microservices|websockets)(\/|$)/, '@fastify/static'],
  onLog: (level, { message }) => {
    if (level === 'warn') throw new Error(message);
  },
  output: {
    dir: 'dist/bin',
    cleanDir: true,
    chunkFileNames: 'shared/[name]-[hash].js',
    // Nest, Swagger and the log go by the names of classes.
    keepNames: true,
    // Decorators need reflect-metadata to have run before them, in whichever files they are.
    strictExecutionOrder: true,
  },
});
