import { build, installPackages, requireNode } from './build/bootstrap.mjs';

/**
 * Runs a command such as `bin/seed` or `tools/cluster`, also from a bare clone: installs and builds first, with
 * messages on standard error.
 */
const name = process.argv.splice(2, 1)[0];
requireNode();
installPackages();
build();
await import(`../dist/${name}.js`);
