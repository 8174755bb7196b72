import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Controller, Get, NotFoundException, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../http/access/route-metadata.js';
import { WithoutEnvelope } from '../../http/answer/envelope.interceptor.js';
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
type Encoding = keyof typeof ENCODINGS;
const ENCODING_NAMES = Object.keys(ENCODINGS) as Encoding[];

/** A file of the explorer as it is sent. */
interface BuiltFile {
  readonly type: string;
  readonly etag: string;
  /** Whether the name holds a hash of the content. */
  readonly isHashed: boolean;
  readonly bytes: Buffer;
}

/** The explorer: a page over the operations. Its files hold no data and are public; its requests need a token. */
@ApiExcludeController()
@Public()
@WithoutEnvelope()
@Controller()
export class ExplorerController {
  /** Relative, because a proxy may add a path. */
  @Get()
  home(@Res() response: Response): void {
    response.redirect('explore');
  }

  @Get('explore')
  page(@Req() request: Request, @Res() response: Response): Promise<void> {
    return send('page.html', request, response);
  }

  @Get('explore/:file')
  file(@Param('file') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return send(name, request, response);
  }
}

/** Sends a file in the best encoding that the client takes; 304 when the client has it. */
async function send(name: string, request: Request, response: Response): Promise<void> {
  const encoding = ENCODING_NAMES.find((candidate) => request.acceptsEncodings(candidate) !== false) ?? 'identity';
  const file = await builtFile(name, encoding);
  if (file === undefined) throw new NotFoundException();
  const cacheControl = file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
  response.set({ 'Content-Type': file.type, ETag: file.etag, 'Cache-Control': cacheControl }).vary('Accept-Encoding');
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  if (request.fresh) response.status(304).end();
  else response.end(file.bytes);
}

let names: Promise<readonly string[]> | undefined;
const read = new Map<string, Promise<BuiltFile>>();

/**
 * A file of `dist/explorer` in one encoding, read once; undefined when there is none of this name.
 * @throws when the explorer is not built
 */
async function builtFile(name: string, encoding: Encoding): Promise<BuiltFile | undefined> {
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
