import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, Optional } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { EncodedData } from '../../common/encoded-data.js';
import { PROJECT_DIR } from '../../config/project-dir.js';
import { DataVersionWatch, parseDataVersion } from '../../freshness/data-watch.js';
import { requestScope } from '../../common/request-scope.js';
import { WithoutEnvelope } from '../../common/route-metadata.js';
import { declaredFields, type Deprecation, type FieldsClass, type Schema } from '../../fields/schema.js';
import type { Answer } from './answer.dto.js';

export type Envelope<Data = unknown> = Answer & { readonly data: Data };

/** How the envelopes of a path are written where the common one is not enough. */
export type EnvelopeShape = (envelope: Envelope) => object;

const SHAPES = new Map<string, EnvelopeShape>();

/** Gives the envelopes of a path another shape, those of its failures included. */
export function shapeEnvelopes(path: string, shape: EnvelopeShape): EnvelopeShape {
  SHAPES.set(path, shape);
  return shape;
}

export function envelopeOf(
  { requestId, path }: { readonly requestId: string; readonly path: string },
  code: number,
  data: unknown,
  message: string,
): object {
  const envelope = { code, data, message, timestamp: Math.floor(Date.now() / 1000), request_id: requestId };
  return SHAPES.get(path)?.(envelope) ?? envelope;
}

const BEFORE_DATA = Buffer.from('{"code":0,"data":');

/** Returns the address of a page that shows the answer of the current request; undefined without one. */
export abstract class AnswerPageService {
  abstract addressOf(path: string, data: EncodedData): string | undefined;
}

/**
 * The global interceptor. A handler begins when the data has at least the `X-Data-Version` of the request (docs/api.md,
 * "Versions of the data"); what it returns, encoded or not, is wrapped in the envelope; by GET only where the client
 * does not have it. Its `Link` (RFC 8288) is the page that shows it. Sets the hits of the request's context for the log.
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor<object, unknown> {
  constructor(
    private readonly reflector: Reflector,
    private readonly versions: DataVersionWatch,
    @Optional() private readonly pages?: AnswerPageService,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler<object>): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const scope = requestScope();
    scope.signal.throwIfAborted();
    if (scope.token !== undefined) {
      const sent = request.headers['x-data-version'] as string | undefined;
      if (sent !== undefined) await this.versions.reach(sent);
      scope.snapshot = this.versions.snapshot;
      showVersion(request, response);
    }
    const marked = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride(WithoutEnvelope, marked)) return next.handle();
    return next.handle().pipe(
      map((data) => {
        const encoded = EncodedData.of(data);
        const hasIt = request.method !== 'POST' && isHeld(response, entityTag('W/', encoded.json));
        const page = this.pages?.addressOf(request.path, encoded);
        // Proxies refuse long headers.
        if (page !== undefined && page.length <= 2000) response.setHeader('Link', `<${page}>; rel="alternate"`);
        return hasIt ? undefined : inEnvelope(encoded, request, response);
      }),
    );
  }
}

/** The list of changes, and its path. */
export const CHANGELOG_PATH = '/CHANGELOG.md';
export const CHANGELOG = readFileSync(join(PROJECT_DIR, CHANGELOG_PATH), 'utf8');

/** The days of releases in Unix seconds, as the list of changes has them. */
const RELEASED = new Map(
  [...CHANGELOG.matchAll(/^## (\S+) \((\S+)\)$/gm)].map(
    ([, release = '', day = '']) => [release, Date.parse(day) / 1000] as const,
  ),
);

type RequestField = { readonly schema: Schema; readonly nested?: () => FieldsClass };
type Deprecated = readonly (readonly [path: readonly string[], since: number])[];

/** The paths of the deprecated fields of requests, each with the moment since which it is. */
const deprecatedFields = new WeakMap<FieldsClass, Deprecated>();

const deprecatedIn = (type: FieldsClass): Deprecated =>
  [...declaredFields<RequestField>(type)].flatMap(([name, { schema, nested }]) => {
    const [release = ''] = (schema.deprecated ?? []) as Deprecation | readonly [];
    const since = RELEASED.get(release);
    if (since !== undefined) return [[[name], since] as const];
    return nested === undefined ? [] : deprecatedIn(nested()).map(([path, since]) => [[name, ...path], since] as const);
  });

/**
 * Sets the headers about the version of the data, and those of a request with a deprecated field (RFC 9745).
 * @throws Error when the head of the answer is sent, as at the deadline
 */
export function showVersion({ headers }: Request, response: Response): void {
  const { snapshot: { dataVersion } = {}, request } = requestScope();
  const sent = headers['x-data-version'];
  if (dataVersion !== undefined) {
    response.setHeader('X-Data-Version', dataVersion);
    const isVersion = typeof sent === 'string' && parseDataVersion(sent) !== undefined;
    if (isVersion && sent !== dataVersion) response.setHeader('X-Data-Changed', '1');
  }
  if (request === undefined) return;
  const type = request.constructor as FieldsClass;
  let fields = deprecatedFields.get(type);
  if (fields === undefined) deprecatedFields.set(type, (fields = deprecatedIn(type)));
  for (const [path, since] of fields) {
    let value: unknown = request;
    for (const name of path) value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
    if (value === undefined || response.hasHeader('Deprecation')) continue;
    response.setHeader('Deprecation', `@${since}`);
    response.append('Link', `<${CHANGELOG_PATH}>; rel="deprecation"; type="text/markdown"`);
  }
}

/** The envelope around encoded data, in parts: a copy of a long page costs more than the rest of a cached answer. */
function inEnvelope({ json, hits, ageSeconds }: EncodedData, request: Request, response: Response): Buffer[] {
  const scope = requestScope();
  const { requestId, cached, elastic } = scope;
  scope.hits = hits;
  showVersion(request, response);
  if (ageSeconds !== undefined) response.setHeader('Age', ageSeconds);
  // Browsers and the explorer show where the data comes from.
  if (cached === true) response.setHeader('Server-Timing', 'memory');
  else if (elastic.ms !== undefined) response.setHeader('Server-Timing', `elasticsearch;dur=${elastic.ms.toFixed(1)}`);
  const envelope = envelopeOf({ requestId, path: request.path }, 0, null, '');
  const others = JSON.stringify({ ...envelope, code: undefined, data: undefined });
  return [BEFORE_DATA, json, Buffer.from(`,${others.slice(1)}`)];
}

/** @param prefix empty for a strong tag, of the whole answer; of a weak one `content` is its data */
export const entityTag = (prefix: '' | 'W/', content: Buffer | string): string =>
  `${prefix}"${createHash('sha256').update(content).digest('base64url')}"`;

/**
 * Lets the client keep the answer of a GET, and ask whether it still holds.
 * @returns whether the client has the answer; Express then sends 304
 */
export function isHeld(response: Response, tag: string): boolean {
  response.vary('Accept-Encoding').set({ 'Cache-Control': 'private, no-cache', ETag: tag });
  // fetch sends it with a tag of one's own; Express would take it for a reload.
  delete response.req.headers['cache-control'];
  return response.req.fresh;
}
