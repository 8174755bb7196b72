import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { describeDataFormats } from './data-formats.js';

writeFileSync(join(PROJECT_DIR, 'docs', 'data.md'), describeDataFormats());
