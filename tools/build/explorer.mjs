import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'rolldown';
import { PROJECT_DIR } from './bootstrap.mjs';

/** Maximum size of all files of the page, compressed with Brotli. */
const MOST_BYTES = 150 * 1024;
const SOURCE = join(PROJECT_DIR, 'explorer');
const TARGET = join(PROJECT_DIR, 'dist', 'explorer');

/** Bundles the explorer to `dist/explorer`: each file, and its compressed forms `.br` and `.gz`. */
const { output } = await build({
  cwd: SOURCE,
  input: 'main.tsx',
  platform: 'browser',
  resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
  onLog: (level, { message }) => {
    if (level === 'warn') throw new Error(message);
  },
  output: { minify: true, codeSplitting: false },
  write: false,
});
const read = (...path) => readFileSync(join(SOURCE, ...path), 'utf8');
const files = {
  'page.html': read('page.html'),
  'icon.svg': read('icon.svg'),
  'app.js': output[0].code,
  'app.css': readdirSync(join(SOURCE, 'styles'))
    .sort()
    .map((name) => read('styles', name))
    .join('\n'),
};

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
let compressedBytes = 0;
for (const [name, text] of Object.entries(files)) {
  const brotli = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } });
  writeFileSync(join(TARGET, name), text);
  writeFileSync(join(TARGET, `${name}.br`), brotli);
  writeFileSync(join(TARGET, `${name}.gz`), gzipSync(text, { level: 9 }));
  compressedBytes += brotli.length;
}
console.error(`The explorer: ${Math.ceil(compressedBytes / 1024)} KiB compressed`);
if (compressedBytes > MOST_BYTES) throw new Error(`The explorer is larger than ${MOST_BYTES / 1024} KiB compressed.`);
