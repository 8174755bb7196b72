import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';

/** A handler of a controller with its method and path. */
export interface Route {
  readonly path: string;
  readonly method: string;
  readonly controller: Type;
  readonly handler: (...args: never[]) => unknown;
}

/** The routes of the application, read from its controllers. */
export const routesOf = (app: NestExpressApplication): readonly Route[] =>
  [...app.get(ModulesContainer).values()]
    .flatMap((module) => [...module.controllers.values()])
    .flatMap(({ metatype }) => (metatype ? routesIn(metatype as Type) : []));

function routesIn(controller: Type): Route[] {
  const prefix = (Reflect.getMetadata(PATH_METADATA, controller) as string | undefined) ?? '';
  const prototype = controller.prototype as Record<string, Route['handler']>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    if (handler === undefined) return [];
    const path = Reflect.getMetadata(PATH_METADATA, handler) as string | undefined;
    if (path === undefined) return [];
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
    return [{ path: normalise(`/${prefix}/${path}`), method, controller, handler }];
  });
}

const normalise = (path: string): string => path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
