import { Failure } from '../common/errors/failure.js';
import type { ErrorFault } from '../http/answer/field-error.js';
import type { EncodedData } from '../common/encoded-data.js';
import { recordFields } from '../fields/field.js';
import type { FieldsClass, Schema } from '../fields/schema.js';
import type { ServedOperation } from '../http/open-api/operation.decorator.js';
import { publishedRules } from '../http/validation/broken-rule.js';
import { ChoiceField, PageSizeField } from '../http/validation/fields.js';
import { fieldsOf } from '../http/validation/request-field.js';
import type { Asked, ToolEntry } from './tools.js';
import { isObject } from '../common/json-object.js';

/** An operation that answers with the envelope, as a tool asks it. */
export interface Question extends Omit<Asked, 'fields'>, Pick<ServedOperation, 'request' | 'scope'> {
  readonly data: FieldsClass;
  /** The class of the rows of its list; undefined without one. */
  readonly row: FieldsClass | undefined;
  readonly fields: readonly string[];
  /** The most records that pages reach; undefined for an answer without pages. */
  readonly window: number | undefined;
  /** The path of the operation that answers all rows; undefined without one. */
  readonly exportPath: string | undefined;
  /** Calls its handler, which takes a checked request. */
  readonly ask: (request: object) => Promise<EncodedData>;
}

export interface Tool extends Omit<ToolEntry, 'questions'> {
  readonly questions: Readonly<Record<string, Question>>;
  /** The class of the argument `of`. */
  readonly choice: FieldsClass;
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
export function toTool(entry: ToolEntry, operations: readonly ServedOperation[]): Tool {
  class Choice {
    @ChoiceField(Object.keys(entry.questions), '', { required: true })
    of: string;
  }
  const questions = Object.entries(entry.questions).map(([of, asked]) => {
    const operation = operations.find(({ path, response }) => path === asked.path && typeof response === 'function');
    if (operation === undefined) throw new Error(`${entry.name} asks ${asked.path}, which is no operation.`);
    const exportPath = `${asked.path.replace(/\/search$/, '')}/export`;
    const isExported = operations.some(({ path }) => path === exportPath);
    return [of, toQuestion(asked, operation, isExported ? exportPath : undefined)] as const;
  });
  return { ...entry, questions: Object.fromEntries(questions), choice: Choice };
}

/** The request class has pages of at most 20 records, small enough for an assistant. */
function toQuestion(
  asked: Asked,
  { scope, response, handle, ...operation }: ServedOperation,
  exportPath: string | undefined,
): Question {
  class ToolRequest extends operation.request {}
  const [{ limit: window } = {}] = publishedRules(ToolRequest, 'page');
  if (window !== undefined) PageSizeField(20)(ToolRequest.prototype, 'pagesize');
  const data = memberClass(response as FieldsClass, 'data') as FieldsClass;
  const fields = asked.fields?.split(' ') ?? [];
  const ask = handle as Question['ask'];
  const row = memberClass(data, 'list');
  return { ...asked, fields, request: ToolRequest, scope, window, data, row, exportPath, ask };
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

/**
 * An error with the names of tools; a field that is unknown keeps the name that was sent. Valid arguments of a tool have
 * `of` where it takes it, and not `lang`, which no assistant needs.
 */
export function errorInToolNames(error: ErrorFault, { questions }: Tool, of: unknown): ErrorFault {
  const renamed = JSON.parse(JSON.stringify(error).replace(NAME, toolName)) as ErrorFault;
  const { path, rule } = error;
  if (rule !== 'unknown') return renamed;
  const { '': only, [`${of as string}`]: question = only } = questions;
  const [fields = [], choice] = [renamed.valid, only === undefined ? ['of'] : []];
  const valid = /[.[]/.test(path) ? fields : [...choice, ...fields.filter((name) => name !== 'lang')];
  const message = renamed.message.replace(renamed.path, path).replace(fields.join(', '), valid.join(', '));
  const place = renamed.did_you_mean === undefined && question && placeOf(path, question.request);
  if (!place) return { ...renamed, path, message, valid };
  return { ...renamed, path, message: `${message} Did you mean ${place}?`, valid, did_you_mean: place };
}

/** Where a field belongs that was sent in the filter, or beside it; undefined where it is no field. */
function placeOf(path: string, request: FieldsClass): string | undefined {
  const [name = '', inner] = path.split('.').reverse();
  const has = (type: FieldsClass | undefined) =>
    type !== undefined && [...fieldsOf(type).keys()].some((field) => field === name || toolName(field) === name);
  if (inner === 'filter') return has(request) ? name : undefined;
  return has(fieldsOf(request).get('filter')?.nested?.()) ? `filter.${name}` : undefined;
}

const CATEGORY = 'product_category_id';
/** What find_ids names deeper categories by. */
const DEEPER_CATEGORIES = ['l2_category_id', 'l3_category_id'];

/** The fields of a request class by their names in tools; a field that takes categories of any level by those of all. */
function fieldNames(type: FieldsClass): ReadonlyMap<string, string> {
  const fields = fieldsOf(type);
  const takesAnyLevel = fields.get(CATEGORY)?.index === CATEGORY;
  return new Map([
    ...[...fields.keys()].map((name) => [toolName(name), name] as const),
    ...(takesAnyLevel ? DEEPER_CATEGORIES : []).map((name) => [name, CATEGORY] as const),
  ]);
}

/** The arguments of a tool under the names of its operation's request. @throws Failure (400) for one under two names */
export function operationArguments(type: FieldsClass, input: unknown): unknown {
  if (Array.isArray(input)) return input.map((item) => operationArguments(type, item));
  if (!isObject(input)) return input;
  const names = fieldNames(type);
  const nameOf = (argument: string): string => names.get(argument) ?? argument;
  const fields = Object.entries(input).map(([argument, value]: [string, unknown]) => {
    const name = nameOf(argument);
    const other = Object.keys(input).find((one) => one !== argument && nameOf(one) === name);
    if (name !== argument && other !== undefined)
      throw new Failure('unreadable', `"${argument}" and "${other}" are one argument; send only "${argument}".`);
    const { nested, schema } = fieldsOf(type).get(name) ?? {};
    if (nested !== undefined) return [name, operationArguments(nested(), value)];
    const choices = [schema ?? {}, ...(schema?.oneOf ?? [])].flatMap(
      ({ items = {}, ...one }) => one.enum ?? (items as Schema).enum ?? [],
    );
    const choose = (one: unknown): unknown => choices.find((choice) => toolName(String(choice)) === one) ?? one;
    return [name, Array.isArray(value) ? value.map(choose) : choose(value)];
  });
  return Object.fromEntries(fields) as object;
}
