import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { PROJECT_DIR } from '../../config/project-dir.js';

const FOLDER = join(PROJECT_DIR, 'dist', 'explorer');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The encodings that the build writes of each file, smallest first. */
const ENCODINGS = { br: '.br', gzip: '.gz', identity: '' } as const;
export type Encoding = keyof typeof ENCODINGS;
export const ENCODING_NAMES = Object.keys(ENCODINGS) as Encoding[];

/** A file of the explorer as it is sent. */
export interface BuiltFile {
  readonly type: string;
  readonly etag: string;
  /** Whether the name holds a hash of the content. */
  readonly isHashed: boolean;
  readonly bytes: Buffer;
}

let names: Promise<readonly string[]> | undefined;
const read = new Map<string, Promise<BuiltFile>>();

/**
 * A file of `dist/explorer` in one encoding, read once; undefined when there is none of this name.
 * @throws when the explorer is not built
 */
export async function builtFile(name: string, encoding: Encoding): Promise<BuiltFile | undefined> {
  names ??= readdir(FOLDER);
  const type = TYPES[extname(name)];
  if (type === undefined || !(await names).includes(name)) return undefined;
  const path = join(FOLDER, `${name}${ENCODINGS[encoding]}`);
  const known = read.get(path) ?? readBuilt(path, type, /-[\w-]{8}\.\w+$/.test(name));
  read.set(path, known);
  return known;
}

async function readBuilt(path: string, type: string, isHashed: boolean): Promise<BuiltFile> {
  const bytes = await readFile(path);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { type, etag: `"${hash}"`, isHashed, bytes };
}
