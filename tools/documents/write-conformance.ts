import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { describeConformance } from './conformance.js';

writeFileSync(join(PROJECT_DIR, 'docs', 'conformance.md'), describeConformance());
