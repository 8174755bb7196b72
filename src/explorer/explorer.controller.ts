import { join } from 'node:path';
import { Controller, Get, Header, Inject, NotFoundException, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PublicRoutes } from '../common/route-metadata.js';
import { type Config, CONFIG } from '../config/config.js';
import { PROJECT_DIR } from '../config/project-dir.js';

const FOLDER = join(PROJECT_DIR, 'dist', 'public');
const FILE = /^[\w-]+\.(html|js|css|svg)$/;
/** The encodings that the build writes of each file, smallest first. */
const SUFFIXES = { br: '.br', gzip: '.gz' } as const;
const ENCODINGS = Object.keys(SUFFIXES) as (keyof typeof SUFFIXES)[];

/** The explorer: a page over the operations. Its files hold no data and are public; its requests need a token. */
@PublicRoutes()
@Controller()
export class ExplorerController {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'contact'>) {}

  /** Relative, because a proxy may add a path. */
  @Get()
  home(@Res() response: Response): void {
    response.redirect('explore');
  }

  @Get('explore')
  page(@Req() request: Request, @Res() response: Response): void {
    this.file('page.html', request, response);
  }

  /** Whom to ask for a token; empty where nobody said it. */
  @Get('explore/contact')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  contact(): string {
    return this.config.contact;
  }

  /** A file in the best encoding that the client takes. */
  @Get('explore/:file')
  file(@Param('file') name: string, @Req() request: Request, @Res() response: Response): void {
    const [, extension] = FILE.exec(name) ?? [];
    if (extension === undefined) throw new NotFoundException();
    const encoding = ENCODINGS.find((candidate) => request.acceptsEncodings(candidate) !== false);
    const isHashed = /-[\w-]{8}\.\w+$/.test(name);
    response
      .type(extension)
      .vary('Accept-Encoding')
      .sendFile(`${name}${encoding === undefined ? '' : SUFFIXES[encoding]}`, {
        root: FOLDER,
        headers: {
          'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
          ...(encoding !== undefined && { 'Content-Encoding': encoding }),
        },
      });
  }
}
