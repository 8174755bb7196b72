import { runJestOnNode } from './jest.mjs';

/**
 * Writes the answers in the OpenAPI document and docs/assistants.md, given by the service on generated data. Run
 * `npm run openapi` afterwards.
 */
const SUITES = ['test/edge/open-api', 'test/documents'];
process.exit(
  await runJestOnNode(['--selectProjects', 'e2e', 'slow', '--testPathPatterns', ...SUITES], { WRITE_ANSWERS: 'yes' }),
);
