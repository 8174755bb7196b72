import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from '../build/bootstrap.mjs';
import { ONE_AT_A_TIME, runJestOnNode } from './jest.mjs';
import { runSuiteOnNodes } from './nodes.mjs';

/**
 * Runs one of the long proofs by name against a node of its own, or the one that TEST_ELASTICSEARCH_URL names; its
 * figures go to the terminal. A proof of several files, `name-part`, is run as a whole by `name`. What follows the name
 * goes to Jest: `kill -t "round [1-5]:"` runs a part. `node` is no proof of Jest's: it runs the whole suite on each
 * supported release of Node, or on those named: `node 24 26`.
 */
const SUFFIX = '.proof-spec.ts';
const NODE = 'node';
const names = readdirSync(join(PROJECT_DIR, 'test', 'proofs'))
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length));
const name = process.argv[2];
if (name === NODE) process.exit(runSuiteOnNodes(process.argv.slice(3)) ? 0 : 1);
const chosen = names.filter((proof) => proof === name || proof.startsWith(`${name}-`));
if (chosen.length === 0) {
  console.error(
    `Usage: npm run proof -- <name> [parameters of Jest], the name one of ${[...names, NODE].join(', ')}, or what several begin with`,
  );
  process.exit(1);
}

const files = `/(${chosen.join('|')})\\${SUFFIX}$`;
process.exit(await runJestOnNode([...ONE_AT_A_TIME, '--testPathPatterns', files, ...process.argv.slice(3)]));
