import { applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Scope } from './access-token.js';

const mark = () => Reflector.createDecorator<void, boolean>({ transform: () => true });

export const Public = mark();

/** The scopes that a token needs for the route: one, or all of a list. Every valid token has `any`. */
export type NeededScope = Scope | 'any' | readonly Scope[];

export const RequiresScope = Reflector.createDecorator<NeededScope>();

/** Makes the route one of links: the guard takes the token in its path, `:token/:file`, in the place of the header. */
export const OpensLink = mark();

/** Leaves an answer without the envelope: health, metrics and exports (docs/api.md, "Envelope"). */
export const WithoutEnvelope = mark();

/** Marks a controller that needs no token: its answers have no envelope, and it is not in the OpenAPI document. */
export const PublicRoutes = () => applyDecorators(ApiExcludeController(), Public(), WithoutEnvelope());
