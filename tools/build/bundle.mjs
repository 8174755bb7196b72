import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'rolldown';
import { PROJECT_DIR } from './bootstrap.mjs';

const COMMANDS = readdirSync(join(PROJECT_DIR, 'src', 'cli')).filter((file) => file.endsWith('.ts'));
const input = {
  main: 'dist/modules/src/main.js',
  seed: 'dist/modules/dev/seed/command.js',
  ...Object.fromEntries(
    COMMANDS.map((file) => basename(file, '.ts')).map((name) => [name, `dist/modules/src/cli/${name}.js`]),
  ),
};
rmSync(join(PROJECT_DIR, 'dist', 'bin'), { recursive: true, force: true });

/**
 * Bundles the compiled modules and their packages. `dist/bin` has the service, the commands and their shared modules.
 * Finding and reading thousands of small files would take most of the time
 * of a start.
 */
await build({
  cwd: PROJECT_DIR,
  input,
  platform: 'node',
  // Files of Swagger UI are served unchanged; the others are options of Nest that are not installed.
  external: [/^swagger-ui-dist\//, /^@nestjs\/(microservices|websockets)(\/|$)/, '@fastify/static'],
  onLog: (level, { message }) => {
    if (level === 'warn') throw new Error(message);
  },
  output: {
    dir: 'dist/bin',
    chunkFileNames: 'shared/[name]-[hash].js',
    // Nest, Swagger and the log use the names of classes.
    keepNames: true,
    // reflect-metadata must run before all decorators.
    strictExecutionOrder: true,
  },
});
