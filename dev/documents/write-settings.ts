import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { environmentExample, withErrors, withSettings } from './settings-documents.js';

const rewrite = (name: string, change: (text: string) => string): void => {
  const page = join(PROJECT_DIR, name);
  writeFileSync(page, change(readFileSync(page, 'utf8')));
};
rewrite('docs/operating.md', withSettings);
rewrite('docs/api.md', withErrors);
writeFileSync(join(PROJECT_DIR, '.env.example'), environmentExample());
