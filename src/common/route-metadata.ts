import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Scope } from './access-token.js';

export const PUBLIC = 'public';
export const SCOPE = 'scope';
export const LINK = 'link';
export const WITHOUT_ENVELOPE = 'without envelope';

/** The scopes that a token needs for the route: one, or all of a list. Every valid token has `any`. */
export type NeededScope = Scope | 'any' | readonly Scope[];

export const RequiresScope = (scope: NeededScope) => SetMetadata(SCOPE, scope);

/** Makes the route one of links: the guard takes the token in its path, `:token/:file`, in the place of the header. */
export const OpensLink = () => SetMetadata(LINK, true);

/** Leaves an answer without the envelope: health, metrics and exports (docs/api.md, "Envelope"). */
export const WithoutEnvelope = () => SetMetadata(WITHOUT_ENVELOPE, true);

/** Marks a controller that needs no token: its answers have no envelope, and it is not in the OpenAPI document. */
export const PublicRoutes = () =>
  applyDecorators(ApiExcludeController(), SetMetadata(PUBLIC, true), SetMetadata(WITHOUT_ENVELOPE, true));
