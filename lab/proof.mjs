import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from '../tools/build/bootstrap.mjs';
import { ONE_AT_A_TIME, onTestNode, runJestOnNode } from '../tools/testing/jest.mjs';
import { runMutation } from './mutation/mutation.mjs';
import { runSuiteOnNodes } from './nodes.mjs';

/**
 * Runs a long proof by name, on its own node or the one at TEST_ELASTICSEARCH_URL, and prints its figures. Further
 * parameters go to Jest: `kill -t "round [1-5]:"` runs a part. `node` runs the whole suite on each supported release of
 * Node, or on the given ones: `node 24 26`. `mutation` changes the sources of folders, or of the given ones, and prints the
 * changes that no test notices. `model` lets a model answer the questions of docs/assistants.questions.json.
 */
const SUFFIX = '.proof-spec.ts';
const NODE = 'node';
const MUTATION = 'mutation';
const MODEL = 'model';
const names = readdirSync(join(PROJECT_DIR, 'lab', 'proofs'))
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length));
const [name, ...others] = process.argv.slice(2);
if (name === NODE) process.exit(runSuiteOnNodes(others) ? 0 : 1);
if (name === MUTATION) process.exit(await onTestNode((url) => runMutation(others, url)));
if (!names.includes(name)) {
  console.error(
    `Usage: npm run proof -- <name> [parameters of Jest], the name one of ${[...names, MUTATION, NODE].join(', ')}`,
  );
  process.exit(1);
}
if (name === MODEL && !process.env.MODEL_URL) {
  console.log(
    'Skipped: set MODEL_URL to an OpenAI-compatible address, MODEL to a name, and MODEL_KEY where it needs one.',
  );
  process.exit(0);
}

process.exit(await runJestOnNode([...ONE_AT_A_TIME, '--testPathPatterns', `/${name}\\${SUFFIX}$`, ...others]));
