import { build, installPackages, requireNode } from './build/bootstrap.mjs';

/** Runs a command, `bin/seed` or `tools/cluster`, from a bare clone too: what is missing is installed and built first, told on standard error. */
const name = process.argv.splice(2, 1)[0];
requireNode();
installPackages();
build();
await import(`../dist/${name}.js`);
