import { posix } from 'node:path';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner } from '@nestjs/core';
import { Failure } from '../common/errors/failure.js';
import type { FieldError } from '../http/answer/field-error.js';
import type { EncodedData } from '../common/encoded-data.js';
import { recordFields } from '../fields/field.js';
import type { FieldsClass } from '../fields/schema.js';
import { type MarkedOperation, OPERATION } from '../http/open-api/operation.decorator.js';
import { ChoiceField, PageSizeField } from '../http/validation/fields.js';
import { fieldsOf } from '../http/validation/request-field.js';
import type { Asked, ToolEntry } from './tools.js';
import { isObject } from '../common/json-object.js';

type Handler = (request: object) => Promise<EncodedData>;

/** An operation of the API, without HTTP. */
interface CallableOperation extends Pick<MarkedOperation, 'request' | 'scope'> {
  readonly data: FieldsClass;
  /** The class of the rows of its list; undefined without one. */
  readonly row: FieldsClass | undefined;
  /** Calls its handler, which takes a checked request. */
  readonly ask: Handler;
}

export interface Question extends Omit<Asked, 'fields'>, CallableOperation {
  readonly fields: readonly string[];
  /** The most records that pages reach; undefined for an answer without pages. */
  readonly window: number | undefined;
}

export interface Tool extends Omit<ToolEntry, 'questions'> {
  readonly questions: Readonly<Record<string, Question>>;
  /** The class of the argument `of`. */
  readonly choice: FieldsClass;
}

/** The operations of controllers that answer with the envelope, by their paths: read back from their metadata. */
export function operationsOf(controllers: readonly object[]): ReadonlyMap<string, CallableOperation> {
  const operations = new Map<string, CallableOperation>();
  for (const controller of controllers) {
    for (const name of new MetadataScanner().getAllMethodNames(controller)) {
      const handler = (controller as Record<string, Handler>)[name] as Handler;
      const marks = Reflect.getMetadata(OPERATION, handler) as MarkedOperation | undefined;
      if (typeof marks?.response !== 'function') continue;
      const { request, scope, response } = marks;
      const [folder = '', route = ''] = [controller.constructor, handler].map(
        (routed) => Reflect.getMetadata(PATH_METADATA, routed) as string,
      );
      const data = memberClass(response, 'data') as FieldsClass;
      const operation = { request, scope, data, row: memberClass(data, 'list'), ask: handler.bind(controller) };
      operations.set(posix.join('/', folder, route), operation);
    }
  }
  return operations;
}

/** The class of the objects in a field of a class; undefined when it has none. */
function memberClass(type: FieldsClass, field: string): FieldsClass | undefined {
  const member = recordFields(type).find(({ name }) => name === field)?.type;
  return typeof member === 'function' ? member() : undefined;
}

/**
 * A tool with the operations that its questions ask. Classes are made once: validation keeps the rules of each.
 * @throws Error when a path is no operation
 */
export function toTool(entry: ToolEntry, operations: ReadonlyMap<string, CallableOperation>): Tool {
  class Choice {
    @ChoiceField(Object.keys(entry.questions), '', { required: true })
    of: string;
  }
  const questions = Object.entries(entry.questions).map(([of, asked]) => {
    const operation = operations.get(asked.path);
    if (operation === undefined) throw new Error(`${entry.name} asks ${asked.path}, which is no operation.`);
    return [of, toQuestion(asked, operation)] as const;
  });
  return { ...entry, questions: Object.fromEntries(questions), choice: Choice };
}

/** The request class has pages of at most 20 records, small enough for an assistant. */
function toQuestion(asked: Asked, operation: CallableOperation): Question {
  class ToolRequest extends operation.request {}
  const window = fieldsOf(ToolRequest).get('page')?.window;
  if (window !== undefined) PageSizeField(20)(ToolRequest.prototype, 'pagesize');
  return { ...asked, ...operation, fields: asked.fields?.split(' ') ?? [], request: ToolRequest, window };
}

/** Categories have one name each in all tools, by the names that operations have for them. */
const TOOL_NAMES: Readonly<Record<string, string>> = {
  category_id: 'creator_category_id',
  creator_category: 'creator_category_id',
  product_category: 'product_category_id',
  l1_category_id: 'product_category_id',
};

/** The name in tools of an argument, of a field that is counted, or of a suggested filter. */
export const toolName = (name: string): string => TOOL_NAMES[name] ?? name;

const NAME = new RegExp(`(?<=filter\\.|(?<![\\w.]))(?:${Object.keys(TOOL_NAMES).join('|')})(?!\\w)`, 'g');

/** An error with the names of tools; a field that is unknown keeps the name that was sent. */
export function errorInToolNames(error: FieldError): FieldError {
  const named = JSON.parse(JSON.stringify(error).replace(NAME, toolName)) as FieldError;
  const { path, rule } = error;
  return rule === 'unknown' ? { ...named, path, message: named.message.replace(named.path, path) } : named;
}

/** The arguments of a tool under the names of its operation's request. @throws Failure (400) for one under two names */
export function operationArguments(type: FieldsClass, given: unknown): unknown {
  if (Array.isArray(given)) return given.map((item) => operationArguments(type, item));
  if (!isObject(given)) return given;
  const names = new Map([...fieldsOf(type).keys()].map((name) => [toolName(name), name]));
  const named = Object.entries(given).map(([argument, value]: [string, unknown]) => {
    const name = names.get(argument) ?? argument;
    if (name !== argument && name in given)
      throw new Failure('unreadable', `"${argument}" and "${name}" are one argument; send only "${argument}".`);
    const { nested, schema } = fieldsOf(type).get(name) ?? {};
    const choice = schema?.enum?.find((one) => toolName(String(one)) === value);
    return [name, nested === undefined ? (choice ?? value) : operationArguments(nested(), value)];
  });
  return Object.fromEntries(named) as object;
}
