import { SetMetadata } from '@nestjs/common';
import type { Scope } from '../request/request-context.js';

export const PUBLIC = 'public';
export const SCOPE = 'scope';

/** Opens a route to requests without a token. */
export const Public = () => SetMetadata(PUBLIC, true);

/** What a token must open for the route: one scope or all of several; `any` takes every valid token. */
export type NeededScope = Scope | 'any' | readonly Scope[];

/** The scope a token needs for the route. */
export const RequiresScope = (scope: NeededScope) => SetMetadata(SCOPE, scope);
