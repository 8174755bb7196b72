import { build, installPackages, requireNode } from './bootstrap.mjs';

/** Runs a command, by name, from a bare clone too: what is missing is installed and built first, told on standard error. */
const name = process.argv.splice(2, 1)[0];
requireNode();
installPackages();
build();
await import(`../../dist/bin/${name}.js`);
