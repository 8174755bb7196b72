import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Response } from 'express';
import { requireScope } from '../access/auth.guard.js';
import { linkToken, LINKS_PATH, LinkTokens } from '../access/link-tokens.js';
import type { AccessToken } from '../common/access-token.js';
import { words } from '../common/errors/error-texts.js';
import { Failure, RequestFailure } from '../common/errors/failure.js';
import { isObject, type JsonObject } from '../common/json-object.js';
import { type Link, requestScope } from '../common/request-scope.js';
import { type Config, CONFIG } from '../config/config.js';
import type { FieldsClass } from '../fields/schema.js';
import { type ExportOptions, nameOf } from '../http/export/export-sender.js';
import { type ServedOperation, servedOperations } from '../http/open-api/operation.decorator.js';
import { checkedRequest } from '../http/validation/request-validation.pipe.js';
import type { LinkData, LinkRequest } from './links.requests.js';

/** What every browser, proxy and spreadsheet takes. */
const MOST_CHARACTERS = 2000;

/** Makes links to exports, and answers them (docs/api.md, "Links"). Nothing is stored. */
@Injectable()
export class LinksService implements OnModuleInit {
  private exports: ReadonlyMap<string, ServedOperation>;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly tokens: LinkTokens,
    @Inject(CONFIG) private readonly config: Pick<Config, 'linkSecrets'>,
  ) {}

  onModuleInit(): void {
    const exports = servedOperations(this.discovery).filter(({ response }) => typeof response !== 'function');
    this.exports = new Map(exports.map((operation) => [operation.id, operation]));
  }

  /**
   * The address of an export with its request.
   * @throws Failure (403) while links are off, and for a token that lacks a scope or is an identity provider's,
   * RequestFailure for a request that the export refuses or that is too long for a link
   */
  async make({ operation: id, request: given, expires_in, name }: LinkRequest): Promise<LinkData> {
    const [secret] = this.config.linkSecrets;
    if (secret === undefined) {
      throw new Failure('forbidden', 'Links are off; the service offers them when LINK_SECRET is set.');
    }
    const operation = this.exports.get(id);
    if (operation === undefined) {
      throw new RequestFailure({ path: 'operation', rule: 'one_of', given: id, valid: [...this.exports.keys()] });
    }
    requireScope(operation.scope);
    const { format } = checkedWithin('request', operation.request, given) as ExportOptions;
    // Numbers beyond 2^53 of a valid request are ids.
    const request = JSON.parse(
      JSON.stringify(given, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ) as JsonObject;
    const token = requestScope().token as AccessToken;
    const nameMadeAt = await this.tokens.madeAt(token.name);
    if (nameMadeAt === undefined) {
      const text = 'Links are made with a token of the service; those of the identity provider end too soon.';
      throw new Failure('forbidden', text);
    }
    const expiresAt = Math.floor(Date.now() / 1000) + expires_in;
    const file = `${name ?? nameOf(operation.path)}.${format}`;
    const link: Link = { operation: id, request, name: token.name, nameMadeAt, expiresAt };
    const url = `${requestScope().publicUrl}/${LINKS_PATH}/${linkToken(secret, file, link)}/${file}`;
    if (url.length > MOST_CHARACTERS) {
      const detail = words('in_a_link', { length: url.length, largest: largestPart(request) });
      throw new RequestFailure({ path: 'request', rule: 'max_length', given: request, limit: MOST_CHARACTERS, detail });
    }
    return { url, expires_at: expiresAt };
  }

  /** Sends the export of the request's link. @throws what its operation throws */
  async send(response: Response): Promise<void> {
    const link = requestScope().link as Link;
    const operation = this.exports.get(link.operation);
    if (operation === undefined) {
      throw new Failure('unknown_path', 'The export of this link is gone; make another one with POST /v1/links.');
    }
    requireScope(operation.scope);
    await operation.handle(checkedRequest(operation.request, link.request), response);
  }
}

/** A request within another one, checked. @throws RequestFailure with the paths of the whole request */
function checkedWithin(path: string, type: FieldsClass, request: JsonObject): object {
  try {
    return checkedRequest(type, request);
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    throw new RequestFailure(...error.rules.map((rule) => ({ ...rule, path: `${path}.${rule.path}` })));
  }
}

/** The path of the longest field of a request or of its filter. */
function largestPart(request: JsonObject): string {
  const parts = Object.entries(request).flatMap(([name, value]) =>
    isObject(value)
      ? Object.entries(value).map(([inner, part]) => [`request.${name}.${inner}`, part] as const)
      : [[`request.${name}`, value] as const],
  );
  const lengthOf = ([, part]: readonly [string, unknown]): number => JSON.stringify(part).length;
  return parts.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0]?.[0] ?? 'request';
}
