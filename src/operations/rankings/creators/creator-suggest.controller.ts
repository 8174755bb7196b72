import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { CreatorDocument } from '../../../documents/creator.document.js';
import type { EncodedData } from '../../../records/encoded-data.js';
import { RequiresScope } from '../../../http/access/route-metadata.js';
import { Operation } from '../../../http/open-api/operation.decorator.js';
import type { RequestContext } from '../../../http/request/request-context.js';
import { Context } from '../../../http/request/request-context.js';
import type { SuggestPlan } from '../../../search/suggestions.js';
import { Suggestions } from '../../../search/suggestions.js';
import type { SuggestData } from '../../suggest/suggest.dto.js';
import { suggestDocs, SuggestRequest, SuggestResponse } from '../../suggest/suggest.dto.js';

/** Creators by handle and nickname, and their categories. */
export const CREATOR_SUGGEST_PLAN: SuggestPlan<Pick<CreatorDocument, 'uid' | 'unique_id' | 'nickname'>> = {
  index: 'creators',
  tree: 'creator-categories',
  source: ['uid', 'unique_id', 'nickname'],
  nameOf: ({ uid, unique_id, nickname }) => ({
    kind: 'creator',
    text: [nickname, unique_id === null ? null : `@${unique_id}`].filter((name) => name !== null).join(' '),
    filter: { uid, keywords: unique_id ?? nickname ?? uid },
  }),
  filterOf: ({ id }) => ({ creator_category_id: id }),
};

@ApiTags('Rankings')
@Controller()
export class CreatorSuggestController {
  constructor(private readonly suggestions: Suggestions) {}

  @Operation({
    summary: 'Suggest creators',
    description: 'Creators by handle or nickname, and creator categories, while somebody types.',
    request: SuggestRequest,
    response: SuggestResponse,
    docs: suggestDocs('m'),
  })
  @RequiresScope('ranking')
  @Post('/creator/v1/suggest')
  suggestCreators(
    @Body() request: SuggestRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<SuggestData>> {
    return this.suggestions.page(CREATOR_SUGGEST_PLAN, request, context);
  }
}
