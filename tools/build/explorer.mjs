import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'rolldown';
import '../../dev/typescript.mjs';
import { markBuilt, PROJECT_DIR } from './bootstrap.mjs';
import { BUNDLED } from './shipped.mjs';

/** Maximum size, compressed with Brotli, of the files before the first rows, of all files, and of the view of assistants. */
const MOST_BYTES = { first: 50 * 1024, all: 180 * 1024, view: 200 * 1024 };
const SOURCE = join(PROJECT_DIR, 'explorer');
const TARGET = join(PROJECT_DIR, 'dist', 'public');

/** Writes the part of the OpenAPI document that the explorer reads; its help, half of it, comes later. */
const { explorerDocument } = await import('../../dev/documents/explorer-document.ts');
const document = await explorerDocument();
const isNeeded = (key, value) => key !== 'description' || typeof value !== 'string' || value.includes('/creator/v1/');
const withoutHelp = JSON.stringify(document, (key, value) => (isNeeded(key, value) ? value : undefined));
const help = [];
JSON.stringify(document, (_, value) => {
  if (value?.constructor === Object) help.push(typeof value.description === 'string' ? value.description : '');
  return value;
});
const moduleOf = (name, json) => `export const ${name} = JSON.parse(${JSON.stringify(json)});`;
const { wordsOf } = await import('../../explorer/texts/words.ts');
const openApi = {
  name: 'open-api',
  load: (id) => {
    // Each language has its own words.
    if (id.endsWith('texts/en.ts')) return moduleOf('ENGLISH', JSON.stringify(wordsOf('english')));
    if (id.endsWith('texts/zh.ts')) return moduleOf('CHINESE', JSON.stringify(wordsOf('chinese')));
    if (id.endsWith('own-document.ts')) return moduleOf('OPEN_API', withoutHelp);
    return id.endsWith('own-help.ts') ? moduleOf('HELP', JSON.stringify(help)) : undefined;
  },
};

const options = {
  cwd: SOURCE,
  platform: 'browser',
  plugins: [openApi],
  resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
  onLog: (level, { message }) => {
    if (level === 'warn') throw new Error(message);
  },
};

/**
 * Bundles the explorer to `dist/public`: each file, and its compressed forms `.br` and `.gz`. Names of scripts and styles
 * hold a hash of their content, so that browsers may keep them.
 */
const { output } = await build({
  ...options,
  input: { app: 'main.tsx' },
  output: {
    minify: true,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
    // Code that several files share would be a file of its own, and another round trip before their first rows.
    codeSplitting: {
      groups: [
        { name: 'app', test: /main\.tsx|preact|notice/ },
        { name: 'charts', test: /charts\/(?:strip|spark|chart-card|list-charts)/ },
        { name: 'entities', test: /components\/(?:compare|entities)/ },
      ],
    },
  },
  write: false,
});
const view = await build({
  ...options,
  input: { view: 'assistant-view/main.tsx' },
  output: { minify: true, codeSplitting: false },
  write: false,
});
const bundled = [...output, ...view.output].flatMap(({ moduleIds = [] }) =>
  moduleIds.flatMap((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []),
);
const packages = [...new Set(bundled)].sort();
if (packages.join() !== BUNDLED.join()) {
  throw new Error(`The explorer bundles ${packages.join(', ')}; tools/build/shipped.mjs lists ${BUNDLED.join(', ')}.`);
}
const read = (...path) => readFileSync(join(SOURCE, ...path), 'utf8');
const smaller = (css) =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(': ', ':');
const styles = smaller(
  readdirSync(join(SOURCE, 'styles'))
    .sort()
    .map((name) => read('styles', name))
    .join('\n'),
);
const stylesName = `app-${createHash('sha256').update(styles).digest('base64url').slice(0, 8)}.css`;
const entry = output.find(({ isEntry }) => isEntry);
const first = ['page.html', stylesName, entry.fileName, ...entry.imports];
const files = {
  'page.html': read('page.html')
    .replace('app.css', stylesName)
    .replace('app.js', entry.fileName)
    // Without a request of its own.
    .replace('explore/icon.svg', `data:image/svg+xml,${encodeURIComponent(read('icon.svg').trim())}`),
  [stylesName]: styles,
  ...Object.fromEntries(output.map(({ fileName, code }) => [fileName, code])),
};

/** The view of assistants is one file: its host lets it ask no origin for another. */
const viewPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Commerce analytics</title>
<style>${styles}${smaller(read('assistant-view', 'view.css'))}</style>
</head>
<body>
<div id="app"></div>
<script type="module">${view.output[0].code.replaceAll('</script', '<\\/script')}</script>
</body>
</html>
`;
writeFileSync(join(PROJECT_DIR, 'dist', 'view.html'), viewPage);

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
const bytes = { first: 0, all: 0, view: brotliCompressSync(viewPage).length };
for (const [name, text] of Object.entries(files)) {
  const brotli = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } });
  writeFileSync(join(TARGET, name), text);
  writeFileSync(join(TARGET, `${name}.br`), brotli);
  writeFileSync(join(TARGET, `${name}.gz`), gzipSync(text, { level: 9 }));
  bytes.all += brotli.length;
  if (first.includes(name)) bytes.first += brotli.length;
}
const kib = (count) => `${Math.ceil(count / 1024)} KiB`;
console.error(
  `The explorer: ${kib(bytes.first)} compressed before the first rows, ${kib(bytes.all)} in all; the view of assistants: ${kib(bytes.view)}`,
);
for (const [part, most] of Object.entries(MOST_BYTES)) {
  if (bytes[part] > most) throw new Error(`The explorer has ${kib(bytes[part])} (${part}); at most ${kib(most)}.`);
}
markBuilt();
