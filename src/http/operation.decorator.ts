import type { Type } from '@nestjs/common';
import { applyDecorators, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiQuery } from '@nestjs/swagger';
import type { ApiQueryOptions } from '@nestjs/swagger';
import { RequiresScope } from './marks.js';
import type { Scope } from './request-context.js';
import type { RequestClass } from './validation/request-field.js';
import { fieldsOf } from './validation/request-field.js';

export interface OperationMarks {
  /** Full path, `/video/v1/search`. */
  readonly path: string;
  /** POST, unless it says otherwise; a GET takes the fields of `request` in its query string. */
  readonly method?: 'GET';
  readonly scope: Scope | 'any';
  readonly summary: string;
  readonly description: string;
  /** The class of the request. */
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
    ...(method === 'GET' ? queryParameters(request as RequestClass) : [ApiBody({ type: request, required: false })]),
    ApiOkResponse({ type: response }),
  );
}

function queryParameters(request: RequestClass): MethodDecorator[] {
  return [...fieldsOf(request)].flatMap(([name, field]) => {
    if (!('rule' in field)) return [];
    const { description, ...schema } = field.rule.document;
    return [ApiQuery({ name, required: false, description, schema } as ApiQueryOptions)];
  });
}
