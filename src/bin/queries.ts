import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { compileDocumentedExamples, writeQueries } from '../compiled-queries.js';

const folder = new URL('../../docs/queries/', import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, examples] of Object.entries(compileDocumentedExamples())) {
  writeFileSync(new URL(`${name}.json`, folder), writeQueries(examples));
}
