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
  /** The class of the argument `of`. */
  readonly choice: FieldsClass;
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

/** Most records of an answer. */
const MOST_RECORDS = 20;

/**
 * The request class has pages that are small enough for an assistant, and the creator category under the name that find_ids
 * and the other tools have for it.
 */
function toQuestion(asked: Asked, operation: CallableOperation): Question {
  class ToolRequest extends operation.request {}
  const fields = fieldsOf(ToolRequest);
  const window = fields.get('page')?.window;
  if (window !== undefined) PageSizeField(MOST_RECORDS)(ToolRequest.prototype, 'pagesize');
  const question = { ...asked, ...operation, request: ToolRequest, window };
  const filter = fields.get('filter')?.nested?.();
  if (filter === undefined || !fieldsOf(filter).has('category_id')) return question;
  class NamedFilter extends filter {
    @CategoryIdField('Creator category ID.')
    creator_category_id?: number;
  }
  NestedField(() => NamedFilter, '')(ToolRequest.prototype, 'filter');
  return { ...question, ask: (given) => operation.ask(withCategoryId(given as CategoryRequest)) };
}

interface CategoryRequest {
  readonly filter: { readonly creator_category_id?: number; readonly category_id?: number };
}

/** The request with the operation's own name of the creator category. */
function withCategoryId({ filter, ...request }: CategoryRequest): CategoryRequest {
  const { creator_category_id: category_id = filter.category_id, ...others } = filter;
  return { ...request, filter: { ...others, ...(category_id !== undefined && { category_id }) } };
}
