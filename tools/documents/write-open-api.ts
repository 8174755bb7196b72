import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { describeService } from './describe-service.js';

await writeFile(join(PROJECT_DIR, 'docs', 'openapi.json'), `${JSON.stringify(await describeService(), null, 2)}\n`);
