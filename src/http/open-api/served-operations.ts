import { posix } from 'node:path';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { type DiscoveryService, MetadataScanner } from '@nestjs/core';
import { type MarkedOperation, OPERATION } from './operation.decorator.js';

type Handler = (...parameters: object[]) => Promise<unknown>;

/** An operation as its controller serves it. */
export interface ServedOperation extends MarkedOperation {
  /** The name of its handler: `searchProducts`. */
  readonly id: string;
  readonly path: string;
  /** Its handler, whose first parameter is a checked request. */
  readonly handle: Handler;
}

/** The operations of all controllers, read back from their metadata. */
export function servedOperations(discovery: Pick<DiscoveryService, 'getControllers'>): ServedOperation[] {
  return discovery.getControllers().flatMap(({ instance }) => {
    const controller = instance as Record<string, Handler>;
    return new MetadataScanner().getAllMethodNames(controller).flatMap((id) => {
      const handler = controller[id] as Handler;
      const marks = Reflect.getMetadata(OPERATION, handler) as MarkedOperation | undefined;
      if (marks === undefined) return [];
      const [folder = '', route = ''] = [controller.constructor, handler].map(
        (routed) => Reflect.getMetadata(PATH_METADATA, routed) as string,
      );
      return { ...marks, id, path: posix.join('/', folder, route), handle: handler.bind(controller) };
    });
  });
}
