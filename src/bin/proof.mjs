import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, installPackages, PROJECT_DIR, requireNode } from './bootstrap.mjs';

/**
 * Runs one of the long proofs by name against a node of its own; its figures go to the terminal. A proof of several
 * files, `name-part`, is run as a whole by `name`. What follows the name goes to Jest: `kill -t "round [1-5]:"` runs a
 * part.
 */
const SUFFIX = '.proof-spec.ts';
const names = readdirSync(join(PROJECT_DIR, 'test', 'proofs'))
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length));
const name = process.argv[2];
const chosen = names.filter((proof) => proof === name || proof.startsWith(`${name}-`));
if (chosen.length === 0) {
  console.error(
    `Usage: npm run proof -- <name> [parameters of Jest], the name one of ${names.join(', ')}, or what several begin with`,
  );
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
const jest = [join('node_modules', 'jest', 'bin', 'jest.js'), '--config', 'jest.proofs.config.mjs', '--runInBand'];
const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--no-warnings',
    ...jest,
    ...['--testPathPatterns', `/(${chosen.join('|')})\\${SUFFIX}$`],
    ...process.argv.slice(3),
  ],
  { cwd: PROJECT_DIR, stdio: 'inherit', env: { ...process.env, TEST_ELASTICSEARCH_URL: node.url } },
);
await node.close();
process.exit(status ?? 1);
