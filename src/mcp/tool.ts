import type { EncodedData } from '../common/records/encoded-data.js';
import type { FieldsClass, Schema } from '../common/fields/schema.js';
import type { NewestMoments } from '../common/record-kind.js';
import type { NeededScope } from '../http/access/route-metadata.js';
import type { RequestContext } from '../http/request/request-context.js';
import { ChoiceField } from '../http/validation/fields.js';
import { fieldsOf } from '../http/validation/request-field.js';
import { recordFields } from '../common/fields/field.js';
import type { ShownRows } from './tool-answers.js';
import { hasLocalAmounts, rowClassOf } from './tool-answers.js';
import type { ObjectSchema } from './tool-schema.js';
import { inputSchemaOf, objectOf, outputSchemaOf, unionOf, withRange } from './tool-schema.js';

/** An operation of the API as a question of assistants. */
export interface Question<Request extends object = object, Data extends object = object> extends ShownRows<Data> {
  /** Its subject, for assistants; empty where `of` tells it. */
  readonly about: string;
  readonly request: new () => Request;
  /** A sentence in place of the schema of its filter. */
  readonly filterAs?: string;
  readonly scope: NeededScope;
  /** The kinds of data that determine the answer's freshness. */
  readonly freshAs: readonly (keyof NewestMoments)[];
  /** The calls that may follow, for the answer. */
  readonly next: string;
  ask(request: NoInfer<Request>, caller: RequestContext): Promise<EncodedData<NoInfer<Data>>>;
  /** States what the answer omits. */
  completeness(data: NoInfer<Data>, request: NoInfer<Request>, caller: RequestContext): string | Promise<string>;
}

/** Checks the types of a question and erases them. */
export const question = <Request extends object, Data extends object>(asked: Question<Request, Data>): Question =>
  asked;

/** A tool of assistants. */
export interface Tool {
  readonly name: string;
  readonly about: string;
  /** Its questions by the value of `of` that asks them; a tool of one question takes no `of`. */
  readonly questions: Readonly<Record<string, Question>>;
}

/** The class of the argument `of`, which chooses one of several questions. */
export function choiceOf(names: readonly string[]): FieldsClass {
  class Choice {
    @ChoiceField(names, '', { required: true })
    of: string;
  }
  return Choice;
}

/** Fields of every answer. */
const ANSWER_FIELDS = { completeness: { type: 'string' }, next: { type: 'string' }, freshness: { type: 'string' } };

/** Describes a tool with its permitted questions; undefined without one. */
export function describeTool({ name, about, questions }: Tool, isOpen: (asked: Question) => boolean) {
  const open = Object.entries(questions).filter(([, asked]) => isOpen(asked));
  if (open.length === 0) return undefined;
  const names = open.flatMap(([of]) => (of === '' ? [] : [of]));
  const choice = names.length === 0 ? objectOf({}) : inputSchemaOf(choiceOf(names));
  const input = unionOf(open.map(([, asked]) => requestSchema(asked))) as ObjectSchema;
  const others = [...new Set(open.flatMap(([, asked]) => otherFields(asked)))];
  const fields = others.length > 0 && { fields: choiceFrom(others) };
  return {
    name,
    description: [about, ...open.flatMap(([of, asked]) => (asked.about === '' ? [] : `${of}: ${asked.about}`))].join(
      ' ',
    ),
    inputSchema: withRange(
      objectOf({ ...choice.properties, ...input.properties, ...fields }, [
        ...(choice.required ?? []),
        ...(input.required ?? []),
      ]),
    ),
    outputSchema: unionOf(open.map(([, asked]) => answerSchema(asked))),
    annotations: { readOnlyHint: true },
  };
}

function requestSchema({ request, filterAs }: Question): ObjectSchema {
  const schema = inputSchemaOf(request);
  if (filterAs === undefined) return schema;
  return { ...schema, properties: { ...schema.properties, filter: { type: 'object', description: filterAs } } };
}

/** The fields of rows that are answered on request alone. */
function otherFields({ request, data, fields = [] }: Question): string[] {
  const row = rowClassOf(data);
  if (row === undefined || !fieldsOf(request).has('fields')) return [];
  const usual = new Set(fields.map((path) => path.split('.')[0]));
  return recordFields(row).flatMap(({ name, options }) =>
    usual.has(name) || options.deprecated || name.endsWith('_info') ? [] : [name],
  );
}

const choiceFrom = (others: readonly string[]): Schema => ({
  type: 'array',
  items: { type: 'string' },
  description: `Also ${others.join(', ')}`,
});

/** The schema of the answer to a question. */
function answerSchema({ data, fields = [], ids = {} }: Question): ObjectSchema {
  const whole = outputSchemaOf(data);
  const { list } = outputSchemaOf(data, ['list', ...fields.map((path) => `list.${path}`)]).properties;
  const row = list?.items as ObjectSchema | undefined;
  const properties = {
    ...row?.properties,
    ...Object.fromEntries(Object.keys(ids).map((name) => [name, { type: ['integer', 'null'] }])),
    ...(hasLocalAmounts(row?.properties ?? {}) && { currency: { type: ['string', 'null'] } }),
  };
  return {
    ...whole,
    properties: {
      ...whole.properties,
      ...(list && { list: { ...list, items: { ...row, properties } } }),
      ...ANSWER_FIELDS,
    },
  };
}
