import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_DIR } from '../../config/project-dir.js';

const TYPES = {
  'page.html': 'text/html; charset=utf-8',
  'app.js': 'text/javascript; charset=utf-8',
  'app.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;
export type ExplorerFile = keyof typeof TYPES;

/** The encodings that the build writes of each file, smallest first. */
const ENCODINGS = { br: '.br', gzip: '.gz', identity: '' } as const;
export type Encoding = keyof typeof ENCODINGS;
export const ENCODING_NAMES = Object.keys(ENCODINGS) as Encoding[];

/** A file of the explorer as it is sent. */
export interface BuiltFile {
  readonly type: string;
  readonly etag: string;
  readonly bytes: Buffer;
}

const read = new Map<string, Promise<BuiltFile>>();

/**
 * A file of `dist/explorer` in one encoding, read once.
 * @throws when the explorer is not built
 */
export function builtFile(file: ExplorerFile, encoding: Encoding): Promise<BuiltFile> {
  const path = join(PROJECT_DIR, 'dist', 'explorer', `${file}${ENCODINGS[encoding]}`);
  const known = read.get(path) ?? readBuilt(file, path);
  read.set(path, known);
  return known;
}

async function readBuilt(file: ExplorerFile, path: string): Promise<BuiltFile> {
  const bytes = await readFile(path);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { type: TYPES[file], etag: `"${hash}"`, bytes };
}
