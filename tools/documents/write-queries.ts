import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileDocumentedExamples, writeQueries } from './compiled-queries.js';
import { PROJECT_DIR } from '../../src/config/project-dir.js';

const folder = join(PROJECT_DIR, 'docs', 'queries');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, examples] of Object.entries(await compileDocumentedExamples())) {
  writeFileSync(join(folder, `${name}.json`), writeQueries(examples));
}
