import type { Type } from '@nestjs/common';
import { applyDecorators, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { RequiresScope } from './marks.js';
import type { Scope } from './request-context.js';

export interface OperationMarks {
  /** Full path, `/video/v1/search`. */
  readonly path: string;
  /** Also answers GET; POST always. */
  readonly method?: 'GET';
  readonly scope: Scope | 'any';
  readonly summary: string;
  readonly description: string;
  /** The class of the body. */
  readonly request: Type;
  /** The class of the whole answer, envelope included. */
  readonly response: Type;
}

/** An operation of the API: its route, the scope of its tokens and its documentation, stated together. */
export function Operation(marks: OperationMarks): MethodDecorator {
  const { path, method, scope, summary, description, request, response } = marks;
  return applyDecorators(
    method === 'GET' ? Get(path) : Post(path),
    HttpCode(200),
    RequiresScope(scope),
    ApiOperation({ summary, description }),
    ApiBearerAuth(),
    ...(method === 'GET' ? [] : [ApiBody({ type: request, required: false })]),
    ApiOkResponse({ type: response }),
  );
}
