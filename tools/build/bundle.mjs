import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'rolldown';
import { PROJECT_DIR } from './bootstrap.mjs';

/** Modules that only development needs; the image holds all others. */
const TOOLS = [
  'tools/documents/write-clients',
  'tools/documents/write-data-formats',
  'tools/documents/write-open-api',
  'tools/local-cluster/cluster',
  'tools/release/judge-audit',
  'tools/testing/test-node',
];
const COMMANDS = readdirSync(join(PROJECT_DIR, 'src', 'bin'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .map((file) => `src/bin/${basename(file, '.ts')}`);

const outputNames = [
  ['bin/main', 'src/main'],
  ...COMMANDS.map((module) => [`bin/${basename(module)}`, module]),
  ...TOOLS.map((module) => [`tools/${basename(module)}`, module]),
];
for (const folder of ['bin', 'tools']) rmSync(join(PROJECT_DIR, 'dist', folder), { recursive: true, force: true });
const isTool = (id) => id.includes('/dist/modules/tools/');

/**
 * Joins the compiled modules and the packages they use. `dist/bin` holds the service, the commands and what they share;
 * `dist/tools` holds what only development needs, which the image leaves out. A process spends more time on finding and
 * reading thousands of small files than on all the rest of its start.
 */
await build({
  cwd: PROJECT_DIR,
  input: Object.fromEntries(outputNames.map(([name, module]) => [name, `dist/modules/${module}.js`])),
  platform: 'node',
  // Swagger UI's files are sent as they are; the others are Nest's options that are not installed.
  external: [/^swagger-ui-dist\//, /^@nestjs\/(microservices|websockets)(\/|$)/, '@fastify/static'],
  onLog: (level, { message }) => {
    if (level === 'warn') throw new Error(message);
  },
  output: {
    dir: 'dist',
    chunkFileNames: ({ moduleIds }) => `${moduleIds.some(isTool) ? 'tools' : 'bin'}/shared/[name]-[hash].js`,
    // Nest, Swagger and the log go by the names of classes.
    keepNames: true,
    // Decorators need reflect-metadata to have run before them, in whichever files they are.
    strictExecutionOrder: true,
  },
});
