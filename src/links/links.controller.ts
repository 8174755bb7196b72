import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { LINKS_PATH } from '../access/link-tokens.js';
import { requestScope } from '../common/request-scope.js';
import { OpensLink, RequiresScope, WithoutEnvelope } from '../common/route-metadata.js';
import { entityTag, isHeld } from '../http/answer/envelope.interceptor.js';
import { Operation } from '../http/open-api/operation.decorator.js';
import EXAMPLES from './links.examples.json' with { type: 'json' };
import { LinkRequest, LinkResponse } from './links.requests.js';
import { LinksService } from './links.service.js';

/** Links to exports, for programs that send no header. */
@ApiTags('Access')
@Controller(LINKS_PATH)
export class LinksController {
  constructor(private readonly links: LinksService) {}

  @Post()
  @Operation({
    scope: 'export',
    summary: 'Link to an export',
    description:
      'The address of one export with its request, which a spreadsheet, a BI tool or a script fetches by GET without a header. Needs the scopes of the export too.',
    response: LinkResponse,
    examples: EXAMPLES,
  })
  createLink(@Body() request: LinkRequest) {
    return this.links.make(request);
  }

  /** Answers GET without the envelope; a client that has the answer of this version of the data gets 304. */
  @Get(':token/:file')
  @ApiExcludeEndpoint()
  @OpensLink()
  @RequiresScope('export')
  @WithoutEnvelope()
  async openLink(@Req() { method, path }: Request, @Res() response: Response): Promise<void> {
    const version = requestScope().snapshot?.dataVersion ?? '';
    if (isHeld(response, entityTag('W/', `${version} ${path}`))) response.status(304).end();
    else if (method === 'HEAD') response.end();
    else await this.links.send(response);
  }
}
