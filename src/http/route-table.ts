import type { Type } from '@nestjs/common';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import type { ModulesContainer } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { HttpFailure, NotFoundFailure } from '../errors/failure.js';

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
    const path = handler && (Reflect.getMetadata(PATH_METADATA, handler) as string | undefined);
    if (handler === undefined || path === undefined) return [];
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
    return [{ path: `/${prefix}/${path}`.replace(/\/+/g, '/'), method, controller, handler }];
  });
}

/** Answers 404 for paths that are no route and 405 with `Allow` for methods a route doesn't have, before anything else. */
export function refuseUnknownRoutes(routes: readonly Route[], alsoServed: (path: string) => boolean) {
  const methods = new Map<string, string[]>();
  for (const { path, method } of routes) {
    const known = methods.get(path) ?? [];
    methods.set(path, [...known, method, ...(method === 'GET' ? ['HEAD'] : [])]);
  }
  return (request: Request, _response: Response, next: NextFunction): void => {
    const allowed = methods.get(request.path);
    if (allowed === undefined) {
      return next(alsoServed(request.path) ? undefined : new NotFoundFailure(`There is no path ${request.path.slice(0, 100)}; the operations are listed at /docs.`));
    }
    if (allowed.includes(request.method)) return next();
    next(new HttpFailure(405, `${request.path} takes ${allowed.join(', ')}, not ${request.method}.`, { Allow: allowed.join(', ') }));
  };
}
