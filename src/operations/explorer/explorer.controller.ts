import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../http/access/route-metadata.js';
import { WithoutEnvelope } from '../../http/answer/envelope.interceptor.js';
import type { ExplorerFile } from './explorer-files.js';
import { builtFile, ENCODING_NAMES } from './explorer-files.js';

/** The explorer: a page over the operations, public as its files hold no data; what it asks needs a token as ever. */
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

  @Get('explore/app.js')
  script(@Req() request: Request, @Res() response: Response): Promise<void> {
    return send('app.js', request, response);
  }

  @Get('explore/app.css')
  styles(@Req() request: Request, @Res() response: Response): Promise<void> {
    return send('app.css', request, response);
  }

  @Get('explore/icon.svg')
  icon(@Req() request: Request, @Res() response: Response): Promise<void> {
    return send('icon.svg', request, response);
  }
}

/** Sends a file in the best encoding that the client takes; 304 when the client has it. */
async function send(file: ExplorerFile, request: Request, response: Response): Promise<void> {
  const encoding = ENCODING_NAMES.find((name) => request.acceptsEncodings(name) !== false) ?? 'identity';
  const { type, etag, bytes } = await builtFile(file, encoding);
  response.set({ 'Content-Type': type, ETag: etag, 'Cache-Control': 'no-cache' }).vary('Accept-Encoding');
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  if (request.fresh) response.status(304).end();
  else response.end(bytes);
}
