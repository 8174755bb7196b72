import type { Type } from '@nestjs/common';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import type { ModulesContainer } from '@nestjs/core';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { HttpFailure, NotFoundFailure } from '../../errors/failure.js';
import { PUBLIC } from '../access/marks.js';

/** A handler of a controller and where it is routed to. */
export interface Route {
  readonly path: string;
  readonly method: string;
  readonly controller: Type;
  readonly handler: (...args: never[]) => unknown;
}

/** Every route of the application, read from its controllers by reflection. */
export function listRoutes(modules: ModulesContainer): Route[] {
  return [...modules.values()]
    .flatMap((module) => [...module.controllers.values()])
    .flatMap(({ metatype }) => (metatype ? routesOf(metatype as Type) : []));
}

function routesOf(controller: Type): Route[] {
  const prefix = (Reflect.getMetadata(PATH_METADATA, controller) as string | undefined) ?? '';
  const prototype = controller.prototype as Record<string, Route['handler']>;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    if (handler === undefined || name === 'constructor') return [];
    const path = Reflect.getMetadata(PATH_METADATA, handler) as string | undefined;
    if (path === undefined) return [];
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
    return [{ path: normalise(`/${prefix}/${path}`), method, controller, handler }];
  });
}

/** The paths that need a token: all but what is marked public. */
export function operationPaths(routes: readonly Route[]): ReadonlySet<string> {
  const isPublic = ({ controller, handler }: Route): boolean =>
    [handler, controller].some((target) => Reflect.getMetadata(PUBLIC, target) === true);
  return new Set(routes.filter((route) => !isPublic(route)).map(({ path }) => path));
}

/**
 * Answers 404 for paths that are no route and 405 with `Allow` for methods a route doesn't have, before anything else.
 * @param isDocumentation paths that something else than a controller serves to GET
 */
export function refuseUnknownRoutes(
  routes: readonly Route[],
  isDocumentation: (path: string) => boolean,
): RequestHandler {
  const methods = new Map<string, string[]>();
  for (const { path, method } of routes) methods.set(path, [...(methods.get(path) ?? []), ...withHead(method)]);
  return (request: Request, _response: Response, next: NextFunction): void => {
    const { path, method } = request;
    const allowed = methods.get(path) ?? (isDocumentation(path) ? withHead('GET') : undefined);
    if (allowed === undefined) {
      return next(new NotFoundFailure(`There is no path ${path.slice(0, 100)}; the operations are listed at /docs.`));
    }
    if (allowed.includes(method)) return next();
    const list = allowed.join(', ');
    next(new HttpFailure(405, `${path.slice(0, 100)} takes ${list}, not ${method}.`, { Allow: list }));
  };
}

const withHead = (method: string): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

const normalise = (path: string): string => path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
