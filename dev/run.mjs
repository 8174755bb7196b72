import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, isBuilt, PROJECT_DIR, requireNode } from '../tools/build/bootstrap.mjs';

/** The service serves files of this package; everything else is in `dist`. */
const SERVED_PACKAGE = join('node_modules', 'swagger-ui-dist');

/**
 * Runs a command of `dist`, such as the seed or the local cluster. The service and the commands of operators run what is
 * built: a build would replace the files of a running service. The others are for development and build changed sources
 * first.
 */
const name = process.argv.splice(2, 1)[0];
requireNode();
if (name.startsWith('bin/')) requireBuild();
else build();
await import(`../dist/${name}.js`);

function requireBuild() {
  const needed = [join('dist', `${name}.js`), ...(name === 'bin/main' ? [SERVED_PACKAGE] : [])];
  if (!needed.every((path) => existsSync(join(PROJECT_DIR, path)))) {
    console.error('The project is not installed and built. Run: npm ci && npm run build');
    process.exit(1);
  }
  if (!isBuilt())
    console.error('The sources have changed since the last build, which runs here. To build: npm run build');
}
