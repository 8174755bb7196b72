import { build, installPackages, requireNode } from './build/bootstrap.mjs';

/**
 * Runs a command such as `bin/seed`. In a fresh clone it installs packages and builds first, with
 * messages on standard error.
 */
const name = process.argv.splice(2, 1)[0];
requireNode();
installPackages();
build();
await import(`../dist/${name}.js`);
