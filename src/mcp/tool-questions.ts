import type { FieldsClass } from '../common/fields/schema.js';
import { CategoryIdField, ChoiceField, PageSizeField } from '../http/validation/fields.js';
import { fieldsOf, NestedField } from '../http/validation/request-field.js';
import type { CallableOperation } from './operations.js';
import type { Asked, ToolEntry } from './tools.js';

/** An operation as a question of assistants. */
export interface Question extends Asked, CallableOperation {
  /** The most records that pages reach; undefined for an answer without pages. */
  readonly window: number | undefined;
}

/** A tool of assistants. */
export interface Tool extends ToolEntry {
  readonly questions: Readonly<Record<string, Question>>;
}

/**
 * A tool with the operations that its questions ask.
 * @throws Error when a path is no operation
 */
export const toTool = (entry: ToolEntry, operations: ReadonlyMap<string, CallableOperation>): Tool => ({
  ...entry,
  questions: Object.fromEntries(
    Object.entries(entry.questions).map(([of, asked]) => {
      const operation = operations.get(asked.path);
      if (operation === undefined) throw new Error(`${entry.name} asks ${asked.path}, which is no operation.`);
      return [of, toQuestion(asked, operation)];
    }),
  ),
});

function toQuestion(asked: Asked, operation: CallableOperation): Question {
  const fields = fieldsOf(operation.request);
  const window = fields.get('page')?.window;
  const filter = fields.get('filter')?.nested?.();
  const request = window === undefined ? operation.request : withSmallPages(operation.request);
  const question = { ...asked, ...operation, request, window };
  if (filter === undefined || !fieldsOf(filter).has('category_id')) return question;
  return {
    ...question,
    request: withCategoryName(request, filter),
    ask: (given, caller) => operation.ask(withCategoryId(given as CategoryRequest), caller),
  };
}

/** Most records of an answer. */
const MOST_RECORDS = 20;

/** A request class whose pages are small enough for an assistant. */
function withSmallPages(request: FieldsClass): FieldsClass {
  class SmallPages extends request {
    @PageSizeField(MOST_RECORDS)
    pagesize: number;
  }
  return SmallPages;
}

interface CategoryRequest {
  readonly filter: { readonly creator_category_id?: number; readonly category_id?: number };
}

/** A request class with the creator category under the name that find_ids and the other tools have for it. */
function withCategoryName(request: FieldsClass, filter: FieldsClass): FieldsClass {
  class NamedFilter extends filter {
    @CategoryIdField('Creator category ID.')
    creator_category_id?: number;
  }
  class NamedRequest extends request {
    @NestedField(() => NamedFilter, '')
    filter: NamedFilter;
  }
  return NamedRequest;
}

/** The request under the operation's own name of the creator category. */
function withCategoryId({ filter, ...request }: CategoryRequest): CategoryRequest {
  const { creator_category_id: category_id = filter.category_id, ...others } = filter;
  return { ...request, filter: { ...others, ...(category_id !== undefined && { category_id }) } };
}

/** The class of the argument `of`, which chooses one of several questions. */
export function choiceOf(names: readonly string[]): FieldsClass {
  class Choice {
    @ChoiceField(names, '', { required: true })
    of: string;
  }
  return Choice;
}
