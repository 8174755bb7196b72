import type { Type } from '@nestjs/common';
import { Inject, Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { PUBLIC } from '../access/route-metadata.js';

/** A handler of a controller with its method and path. */
export interface Route {
  readonly path: string;
  readonly method: string;
  readonly controller: Type;
  readonly handler: (...args: never[]) => unknown;
}

/** The routes of the application, read from its controllers. */
@Injectable()
export class RouteTable {
  constructor(@Inject(ModulesContainer) private readonly modules: ModulesContainer) {}

  get routes(): readonly Route[] {
    return [...this.modules.values()]
      .flatMap((module) => [...module.controllers.values()])
      .flatMap(({ metatype }) => (metatype ? routesOf(metatype as Type) : []));
  }

  /** Method and path of each route, such as `GET /health/live`. */
  get names(): readonly string[] {
    return this.routes.map(({ method, path }) => `${method} ${path}`);
  }

  /** The methods of each path. A path with GET also takes HEAD. */
  get methodsOfPaths(): ReadonlyMap<string, readonly string[]> {
    const methods = new Map<string, readonly string[]>();
    for (const { path, method } of this.routes) methods.set(path, [...(methods.get(path) ?? []), ...withHead(method)]);
    return methods;
  }

  /** The paths that need a token. */
  get operationPaths(): ReadonlySet<string> {
    const isPublic = ({ controller, handler }: Route): boolean =>
      [handler, controller].some((target) => Reflect.getMetadata(PUBLIC, target) === true);
    return new Set(this.routes.filter((route) => !isPublic(route)).map(({ path }) => path));
  }
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

/** The methods that a route with this method answers. */
export const withHead = (method: string): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

const normalise = (path: string): string => path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
