import { runJestOnNode } from './jest.mjs';

/**
 * Writes the answers that the OpenAPI document and docs/assistants.md show, as the service gives them on a seed; then
 * `npm run openapi`.
 */
const SUITES = ['test/edge/open-api', 'test/documents'];
process.exit(
  await runJestOnNode(['--selectProjects', 'e2e', 'slow', '--testPathPatterns', ...SUITES], { WRITE_ANSWERS: 'yes' }),
);
