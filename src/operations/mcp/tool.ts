import { IsObject, ValidateNested } from 'class-validator';
import type { EncodedData } from '../../records/encoded-data.js';
import type { NewestMoments } from '../../search/state/newest-data.js';
import { RequestFailure } from '../../errors/failure.js';
import type { NeededScope } from '../../http/access/route-metadata.js';
import { rulesOf } from '../../http/open-api/operation-docs.js';
import { inWords } from '../../http/open-api/operation.decorator.js';
import type { RequestContext } from '../../http/request/request-context.js';
import { refusedAs } from '../../http/validation/broken-rule.js';
import type { FieldsClass } from '../../records/fields/schema.js';
import { RequestField } from '../../http/validation/request-field.js';
import type { InputSchema } from './input-schema.js';
import { inputSchemaOf } from './input-schema.js';

/** What an answer tells an assistant: a few fields, and in a sentence what it leaves out. */
export interface ShortAnswer {
  readonly completeness: string;
  readonly [field: string]: unknown;
}

/** An operation of the API as an assistant asks it. */
export interface Question<Request extends object = object, Data extends object = object> {
  /** What it answers, for assistants. */
  readonly about: string;
  readonly request: new () => Request;
  readonly scope: NeededScope;
  /** The kinds of data that the answer is as fresh as. */
  readonly freshAs: readonly (keyof NewestMoments)[];
  ask(request: NoInfer<Request>, caller: RequestContext): Promise<EncodedData<Data>>;
  shorten(data: Data, request: NoInfer<Request>, caller: RequestContext): ShortAnswer | Promise<ShortAnswer>;
}

/** Keeps the types of a question together, and leaves them out. */
export const question = <Request extends object, Data extends object>(asked: Question<Request, Data>): Question =>
  asked;

/** A tool of assistants. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** What its arguments are checked by. */
  readonly input: FieldsClass;
  readonly schema: InputSchema;
  /** Its questions by the argument that holds their request; without a name the arguments are the request. */
  readonly questions: ReadonlyMap<string, Question>;
}

/** A tool whose arguments are a request. */
export const simpleTool = (text: Pick<Tool, 'name' | 'title'>, asked: Question): Tool => ({
  ...text,
  about: asked.about,
  input: asked.request,
  schema: inputSchemaOf(asked.request),
  questions: new Map([['', asked]]),
});

/** A tool that takes one of several requests, each under a name of its own. */
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

/** The questions that arguments name, checked or not; they should be one. */
export const namedQuestions = ({ questions }: Tool, input: object): [name: string, Question][] =>
  [...questions].filter(
    ([name]) => name === '' || ((input as Record<string, unknown>)[name] ?? undefined) !== undefined,
  );

/** The question that checked arguments ask. @throws RequestFailure when they ask none, or several at once */
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

/** A tool as assistants read it, with the questions that pass the test; undefined when none does. */
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
