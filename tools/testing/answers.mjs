import { runJestOnNode } from './jest.mjs';

/** Writes the answers that the OpenAPI document shows, as the service gives them on a seed; then `npm run openapi`. */
process.exit(await runJestOnNode(['--selectProjects=e2e', 'test/edge/open-api'], { WRITE_ANSWERS: 'yes' }));
