import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, PROJECT_DIR, requireNode, requirePackages } from '../tools/build/bootstrap.mjs';
import { installNode } from './nodes.mjs';

/** The release of Node in the image: figures of other releases differ. */
const NODE = '24';
const SUFFIX = '.bench.mjs';
const DEFAULT = 'ladder';

requireNode();
if (process.versions.node.split('.')[0] !== NODE) {
  const node = installNode(NODE);
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit', env });
  process.on('SIGTERM', () => child.kill());
  // A terminal sends the signal to both processes.
  process.on('SIGINT', () => undefined);
  const [status] = await once(child, 'exit');
  process.exit(status ?? 1);
}

/** Runs a measurement by name. */
const names = readdirSync(join(PROJECT_DIR, 'lab', 'bench'))
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length));
const [first, ...others] = process.argv.slice(2);
const isNamed = first !== undefined && !first.startsWith('-');
const name = isNamed ? first : DEFAULT;
if (!names.includes(name)) {
  console.error(`Usage: npm run bench -- [name] [options], one of ${names.join(', ')}; ${DEFAULT} by default`);
  process.exit(1);
}

requirePackages();
build();
await import('../dev/typescript.mjs');
const { measure } = await import(pathToFileURL(join(PROJECT_DIR, 'lab', 'bench', `${name}${SUFFIX}`)));
try {
  await measure(isNamed ? others : process.argv.slice(2));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
