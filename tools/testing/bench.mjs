import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, installPackages, PROJECT_DIR, requireNode } from '../build/bootstrap.mjs';

/** Runs one of the measurements by name, each against a node of its own: ratios of two ways, side by side in one run. */
const SUFFIX = '.bench.mjs';
const UNLESS_NAMED = 'pages';
const names = readdirSync(join(PROJECT_DIR, 'bench'))
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length));
const [first, ...others] = process.argv.slice(2);
const isNamed = first !== undefined && !first.startsWith('-');
const name = isNamed ? first : UNLESS_NAMED;
if (!names.includes(name)) {
  console.error(`Usage: npm run bench -- [name] [options], one of ${names.join(', ')}; ${UNLESS_NAMED} unless named`);
  process.exit(1);
}

requireNode();
installPackages();
build();
const { measure } = await import(pathToFileURL(join(PROJECT_DIR, 'bench', `${name}${SUFFIX}`)));
try {
  await measure(isNamed ? others : process.argv.slice(2));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
