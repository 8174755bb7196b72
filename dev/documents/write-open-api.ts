import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { describeService } from './describe-service.js';
import { withFacets } from './facets-table.js';
import { toArazzo } from './recipe-workflows.js';

const DOCS = join(PROJECT_DIR, 'docs');
const document = await describeService();
const page = join(DOCS, 'api.md');
await writeFile(page, await withFacets(await readFile(page, 'utf8')));
const write = async (name: string, content: object): Promise<void> =>
  writeFile(join(DOCS, name), await format(JSON.stringify(content), { parser: 'json', printWidth: 120 }));

await write('openapi.json', document);
await write('recipes.arazzo.json', toArazzo(await readFile(join(DOCS, 'recipes.md'), 'utf8'), document));
