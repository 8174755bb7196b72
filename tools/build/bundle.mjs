import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'rolldown';
import { PROJECT_DIR } from './bootstrap.mjs';

/** Modules for development, which the image does not have. */
const TOOLS = [
  'dev/documents/explorer-document',
  'dev/documents/write-clients',
  'dev/documents/write-data-formats',
  'dev/documents/write-open-api',
  'dev/documents/write-settings',
  'dev/local-cluster/cluster',
  'tools/release/judge-audit',
  'tools/testing/test-node',
];
const COMMANDS = readdirSync(join(PROJECT_DIR, 'src', 'cli'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'));

const outputNames = [
  ...COMMANDS.map((name) => [`bin/${name === 'serve' ? 'main' : name}`, `src/cli/${name}`]),
  ...TOOLS.map((module) => [`tools/${basename(module)}`, module]),
];
for (const folder of ['bin', 'tools']) rmSync(join(PROJECT_DIR, 'dist', folder), { recursive: true, force: true });
const isTool = (id) => /\/dist\/modules\/(?:dev|tools)\//.test(id);

/**
 * Bundles the compiled modules and their packages. `dist/bin` has the service, the commands and their shared modules;
 * `dist/tools` has the modules for development. Finding and reading thousands of small files would take most of the time
 * of a start.
 */
await build({
  cwd: PROJECT_DIR,
  input: Object.fromEntries(outputNames.map(([name, module]) => [name, `dist/modules/${module}.js`])),
  platform: 'node',
  // Files of Swagger UI are served unchanged; the others are options of Nest that are not installed.
  external: [/^swagger-ui-dist\//, /^@nestjs\/(microservices|websockets)(\/|$)/, '@fastify/static'],
  onLog: (level, { message }) => {
    if (level === 'warn') throw new Error(message);
  },
  output: {
    dir: 'dist',
    chunkFileNames: ({ moduleIds }) => `${moduleIds.some(isTool) ? 'tools' : 'bin'}/shared/[name]-[hash].js`,
    // Nest, Swagger and the log use the names of classes.
    keepNames: true,
    // reflect-metadata must run before all decorators.
    strictExecutionOrder: true,
  },
});
