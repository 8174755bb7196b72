import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ONE_AT_A_TIME, runJestOnNode } from './jest.mjs';

const USAGE = `Usage: npm run relevance -- [options]
  --json FILE       write the figures there
  --compare FILE    show what changed since the figures in that file
  --show QUERY      the lists of the queries so written, or of that ID, with grades
  --cost            what a page costs among 100,000 products beside a plain fuzzy query (a minute or two)
  --kind KIND       the queries of that kind alone
  --lang CODE       the queries of that language alone
  --judged DIR      instead: a set that others judged, through the service and plain Elasticsearch (test/relevance/README.md)
Measures keyword search over the judged queries of test/relevance, beside three baselines; exit status 1 when a goal is
missed. TEST_ELASTICSEARCH_URL names a node to measure on; without it one is started.`;

const text = { type: 'string' };
const { values } = readOptions();

process.exitCode = await measure();

function measure() {
  return runJestOnNode([...ONE_AT_A_TIME, '--testPathPatterns', 'test/relevance/'], {
    RELEVANCE_OPTIONS: JSON.stringify(values),
  });
}

function fail(message) {
  console.error(`${message}\n${USAGE}`);
  process.exit(1);
}

function readOptions() {
  try {
    const read = parseArgs({
      options: {
        json: text,
        compare: text,
        show: text,
        kind: text,
        lang: text,
        cost: { type: 'boolean' },
        judged: text,
      },
    });
    for (const file of ['json', 'compare', 'judged'])
      if (read.values[file]) read.values[file] = resolve(read.values[file]);
    return read;
  } catch (error) {
    fail(error.message);
  }
}
