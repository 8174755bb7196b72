import { SetMetadata } from '@nestjs/common';
import type { Scope } from '../request/request-context.js';

export const PUBLIC = 'public';
export const SCOPE = 'scope';

/** Opens a route to requests without a token. */
export const Public = () => SetMetadata(PUBLIC, true);

/** The scope a token needs for the route; `any` takes every valid token. */
export const RequiresScope = (scope: Scope | 'any') => SetMetadata(SCOPE, scope);
