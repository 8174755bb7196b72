import { Controller, Get, NotFoundException, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../http/access/route-metadata.js';
import { WithoutEnvelope } from '../../http/answer/envelope.interceptor.js';
import { builtFile, ENCODING_NAMES } from './explorer-files.js';

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
