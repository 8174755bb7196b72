import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { environmentExample, withSettings } from './settings-documents.js';

const page = join(PROJECT_DIR, 'docs', 'operating.md');
writeFileSync(page, withSettings(readFileSync(page, 'utf8')));
writeFileSync(join(PROJECT_DIR, '.env.example'), environmentExample());
