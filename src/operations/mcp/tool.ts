import { IsObject, ValidateNested } from 'class-validator';
import type { EncodedData } from '../../records/encoded-data.js';
import type { NewestMoments } from '../../search/state/newest-data.js';
import { RequestFailure } from '../../errors/failure.js';
import type { NeededScope } from '../../http/access/route-metadata.js';
import { rulesOf, inWords } from '../../http/open-api/operation.decorator.js';
import type { RequestContext } from '../../http/request/request-context.js';
import { refusedAs } from '../../http/validation/broken-rule.js';
import type { FieldsClass } from '../../records/fields/schema.js';
import { RequestField } from '../../http/validation/request-field.js';
import type { InputSchema } from './input-schema.js';
import { inputSchemaOf } from './input-schema.js';

/** An answer for assistants: a few fields, and a sentence on what it omits. */
export interface ShortAnswer {
  readonly completeness: string;
  readonly [field: string]: unknown;
}

/** An operation of the API as a question of assistants. */
export interface Question<Request extends object = object, Data extends object = object> {
  /** Its description for assistants. */
  readonly about: string;
  readonly request: new () => Request;
  readonly scope: NeededScope;
  /** The kinds of data that determine the answer's freshness. */
  readonly freshAs: readonly (keyof NewestMoments)[];
  ask(request: NoInfer<Request>, caller: RequestContext): Promise<EncodedData<Data>>;
  shorten(data: Data, request: NoInfer<Request>, caller: RequestContext): ShortAnswer | Promise<ShortAnswer>;
}

/** Checks the types of a question and erases them. */
export const question = <Request extends object, Data extends object>(asked: Question<Request, Data>): Question =>
  asked;

/** A tool of assistants. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** The class that checks its arguments. */
  readonly input: FieldsClass;
  readonly schema: InputSchema;
  /** Its questions by the argument with their request; the name is empty when the arguments are the request. */
  readonly questions: ReadonlyMap<string, Question>;
}

/** A tool whose arguments are one request. */
export const simpleTool = (text: Pick<Tool, 'name' | 'title'>, asked: Question): Tool => ({
  ...text,
  about: asked.about,
  input: asked.request,
  schema: inputSchemaOf(asked.request),
  questions: new Map([['', asked]]),
});

/** A tool that takes one of several requests, each in its own argument. */
export function choiceTool(
  text: Pick<Tool, 'name' | 'title' | 'about'>,
  asked: Readonly<Record<string, Question>>,
): Tool {
  class Input {}
  for (const [name, { about, request }] of Object.entries(asked)) {
    RequestField(
      { schema: { type: () => request, description: about }, nested: () => request },
      IsObject(refusedAs({ rule: 'type', detail: 'an object' })),
      ValidateNested(),
    )(Input.prototype, name);
  }
  return { ...text, input: Input, schema: inputSchemaOf(Input), questions: new Map(Object.entries(asked)) };
}

/** The questions whose arguments are set. A valid call has one. */
export const namedQuestions = ({ questions }: Tool, input: object): [name: string, Question][] =>
  [...questions].filter(
    ([name]) => name === '' || ((input as Record<string, unknown>)[name] ?? undefined) !== undefined,
  );

/** The question of checked arguments. @throws RequestFailure for none or several */
export function questionIn(tool: Tool, input: object): { question: Question; request: object } {
  const [first, ...others] = namedQuestions(tool, input);
  if (first !== undefined && others.length === 0) {
    const [name, asked] = first;
    return { question: asked, request: name === '' ? input : ((input as Record<string, object>)[name] as object) };
  }
  const valid = [...tool.questions.keys()];
  const given = first === undefined ? 'none' : 'several';
  const message = `arguments must have exactly one of ${valid.join(', ')}, as an object; it has ${given}.`;
  throw new RequestFailure([{ path: 'arguments', rule: 'one_of', message, valid }]);
}

/** Describes a tool with its permitted questions; undefined without one. */
export function describeTool({ name, title, about, schema, questions }: Tool, isOpen: (asked: Question) => boolean) {
  const open = [...questions].filter(([, asked]) => isOpen(asked));
  if (open.length === 0) return undefined;
  const names = open.flatMap(([argument]) => (argument === '' ? [] : [argument]));
  const properties = Object.fromEntries(names.map((argument) => [argument, schema.properties[argument]]));
  const rules = open.flatMap(([argument, { request }]) =>
    rulesOf(request, { examples: {} }).own.map(({ description }) => ({
      description: argument === '' ? description : `${argument}: ${description}`,
    })),
  );
  return {
    name,
    title,
    description: `${about}${names.length === 0 ? '' : ` Give exactly one of ${names.join(', ')}.`}${inWords(rules)}`,
    inputSchema: names.length === 0 ? schema : { ...schema, properties, minProperties: 1, maxProperties: 1 },
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}
