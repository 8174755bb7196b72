import { posix } from 'node:path';
import { Injectable } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { recordFields } from '../fields/field.js';
import type { FieldsClass } from '../fields/schema.js';
import type { EncodedData } from '../documents/encoded-data.js';
import { type MarkedOperation, OPERATION } from '../http/open-api/operation.decorator.js';

type Handler = (request: object) => Promise<EncodedData>;

/** An operation of the API, without HTTP. */
export interface CallableOperation extends Pick<MarkedOperation, 'request' | 'scope'> {
  readonly data: FieldsClass;
  /** Calls its handler, which takes a checked request. */
  readonly ask: Handler;
}

/** Reads the operations back from the metadata of the controllers' handlers. */
@Injectable()
export class Operations {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly methods: MetadataScanner,
  ) {}

  /** The operations that answer with the envelope, by their paths. */
  byPath(): ReadonlyMap<string, CallableOperation> {
    const controllers = this.discovery.getControllers().map(({ instance }) => instance as Record<string, Handler>);
    return new Map(
      controllers.flatMap((controller) =>
        this.methods.getAllMethodNames(controller).flatMap((name) => operationOf(controller, name)),
      ),
    );
  }
}

function operationOf(controller: Record<string, Handler>, name: string): [string, CallableOperation][] {
  const handler = controller[name] as Handler;
  const marks = Reflect.getMetadata(OPERATION, handler) as MarkedOperation | undefined;
  if (typeof marks?.response !== 'function') return [];
  const { request, scope, response } = marks;
  const [folder, route] = [controller.constructor, handler].map(
    (routed) => Reflect.getMetadata(PATH_METADATA, routed as object) as string,
  );
  const data = memberClass(response, 'data') as FieldsClass;
  return [[posix.join('/', folder ?? '', route ?? ''), { request, scope, data, ask: handler.bind(controller) }]];
}

/** The class of the objects in a field of a class; undefined when it has none. */
export function memberClass(type: FieldsClass, field: string): FieldsClass | undefined {
  const member = recordFields(type).find(({ name }) => name === field)?.type;
  return typeof member === 'function' ? member() : undefined;
}
