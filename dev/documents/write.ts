import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import { PROJECT_DIR } from '../../src/config/project-dir.js';

const rewrite = async (name: string, change: (text: string) => string | Promise<string>): Promise<void> => {
  const path = join(PROJECT_DIR, name);
  await writeFile(path, await change(await readFile(path, 'utf8')));
};
const write = (name: string, text: string): Promise<void> => writeFile(join(PROJECT_DIR, name), text);
/** Signs that nobody sees are written as escapes. */
const asJson = (content: object): Promise<string> =>
  format(
    JSON.stringify(content).replace(/(?! )[\p{Z}\p{Cf}\p{DI}]/gu, (sign) => `\\u${hexOf(sign).padStart(4, '0')}`),
    { parser: 'json', printWidth: 120 },
  );
const hexOf = (sign: string): string => sign.charCodeAt(0).toString(16);

/** The writers of generated files, by the name of their command of `npm run`. Each loads what it alone needs. */
const WRITERS: Readonly<Record<string, () => Promise<void>>> = {
  async openapi() {
    const { describeService } = await import('./describe-service.js');
    const { toArazzo } = await import('./recipe-workflows.js');
    const { withFacets, withOperations } = await import('./tables.js');
    const document = await describeService();
    await rewrite('docs/api.md', async (page) => withOperations(await withFacets(page), document));
    await write('docs/openapi.json', await asJson(document));
    const recipes = await readFile(join(PROJECT_DIR, 'docs', 'recipes.md'), 'utf8');
    await write('docs/recipes.arazzo.json', await asJson(toArazzo(recipes, document)));
  },
  async clients() {
    const { generateClientSources } = await import('./client-sources.js');
    await generateClientSources();
  },
  async 'data-formats'() {
    const { describeDataFormats } = await import('./data-formats.js');
    await write('docs/data.md', describeDataFormats());
  },
  async settings() {
    const { environmentExample, withErrors, withSettings } = await import('./tables.js');
    await rewrite('docs/operating.md', withSettings);
    await rewrite('docs/api.md', withErrors);
    await write('.env.example', environmentExample());
  },
};

await WRITERS[process.argv[2] ?? '']?.();
