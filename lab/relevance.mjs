import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ONE_AT_A_TIME, runJestOnNode } from '../tools/testing/jest.mjs';

const USAGE = `Usage: npm run relevance -- --judged DIR
Measures keyword search on a set that others judged, beside plain Elasticsearch over the same titles. DIR holds
products.ndjson.gz (id, title), queries.tsv (qid, query), qrels.tsv (qid, docid, grade 0 to 3) and, if there are any,
typo_queries.tsv (the ids of queries.tsv, each query with a slip); it measures queries that have a grade above 0, and a
misspelt form where the set has any. TEST_ELASTICSEARCH_URL names a node to measure on; without it one is started.`;

const folder = readFolder();
if (folder === undefined) {
  console.error(USAGE);
  process.exit(1);
}
process.exitCode = await runJestOnNode([...ONE_AT_A_TIME, '--testPathPatterns', 'lab/relevance/'], {
  JUDGED_SET: resolve(folder),
});

function readFolder() {
  try {
    return parseArgs({ options: { judged: { type: 'string' } } }).values.judged;
  } catch (error) {
    console.error(error.message);
    return undefined;
  }
}
