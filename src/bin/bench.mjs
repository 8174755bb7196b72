import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, installPackages, PROJECT_DIR, requireNode } from './bootstrap.mjs';

/** Runs one of the measurements by name against a node of its own: ratios of two ways, side by side in one run. */
const SUFFIX = '.bench.mjs';
const names = readdirSync(join(PROJECT_DIR, 'bench'))
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length));
const name = process.argv[2];
if (!names.includes(name)) {
  console.error(`Usage: npm run bench -- <name>, one of ${names.join(', ')}`);
  process.exit(1);
}

requireNode();
installPackages();
build();
const { startTestNode } = await import('../../dist/bin/test-node.js');
const node = await startTestNode().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
try {
  const { measure } = await import(pathToFileURL(join(PROJECT_DIR, 'bench', `${name}${SUFFIX}`)));
  await measure(node.url);
} finally {
  await node.close();
}
