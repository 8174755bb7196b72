import type { CallToolResult, Tool as ToolDescription } from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';
import { HttpFailure } from '../common/errors/failure.js';
import { missingScope } from '../http/access/auth.guard.js';
import { toFailure } from '../http/answer/failure.filter.js';
import type { ServiceRequest } from '../http/request/request-context.js';
import { RequestLog } from '../http/request/request-log.js';
import { checkedRequest } from '../http/validation/request-validation.pipe.js';
import type { FieldChoice } from '../search/compiler/request.js';
import { NewestData } from '../search/state/newest-data.js';
import { freshnessOf, shortAnswer } from './tool-answers.js';
import type { Question, Tool } from './tool.js';
import { choiceOf, describeTool } from './tool.js';
import { Tools } from './tools.js';

/** The maximum length of an answer for an assistant. */
export const MOST_CHARACTERS = 20_000;

const NO_TOKEN = { scopes: [] };

type Arguments = Readonly<Record<string, unknown>>;
type Answer = Readonly<Record<string, unknown>>;

/** Lists the tools of a token and calls them. */
@Injectable()
export class ToolCalls {
  constructor(
    private readonly tools: Tools,
    private readonly newest: NewestData,
    private readonly log: RequestLog,
  ) {}

  get names(): readonly string[] {
    return this.tools.list.map(({ name }) => name);
  }

  find(name: string): Tool | undefined {
    return this.tools.list.find((tool) => tool.name === name);
  }

  /** The tools that the request's token may use, without the questions that it may not ask. */
  toolsFor({ context: { token } }: ServiceRequest): ToolDescription[] {
    const isOpen = (question: Question): boolean => missingScope(token ?? NO_TOKEN, question.scope) === undefined;
    return this.tools.list.flatMap((tool) => (describeTool(tool, isOpen) ?? []) as ToolDescription[]);
  }

  /** Logs a message that no tool received. */
  refused(request: ServiceRequest, error: Error): void {
    const failure = new HttpFailure(400, error.message);
    this.log.failed(request, failure, error);
  }

  /** Calls a tool. Errors become an answer that describes them. */
  async call(tool: Tool, input: Arguments, request: ServiceRequest): Promise<CallToolResult> {
    const { context } = request;
    context.tool = tool.name;
    try {
      const answer = await this.answer(tool, input, request);
      // Older clients read the text.
      return { content: [{ type: 'text', text: textOf(answer) }], structuredContent: answer };
    } catch (error) {
      const failure = toFailure(error);
      this.log.failed(request, failure, error);
      const { code, errors, message } = failure;
      const described = errors.length > 0 ? { code, errors } : { code, message };
      return { isError: true, content: [{ type: 'text', text: JSON.stringify(described) }] };
    }
  }

  private async answer({ questions }: Tool, input: Arguments, { context }: ServiceRequest): Promise<Answer> {
    const only = questions[''];
    const { of, ...chosen } = input;
    const question = only ?? questionOf(questions, of) ?? this.refuseChoice(questions, input);
    const refusal = missingScope(context.token ?? NO_TOKEN, question.scope);
    if (refusal !== undefined) throw refusal;
    const request = checkedRequest(question.request, only === undefined ? chosen : input) as Partial<FieldChoice>;
    // Whole rows have the currency of their amounts, and share cached pages with the operation.
    const data = await question.ask(request.fields === undefined ? request : { ...request, fields: [] }, context);
    context.hits = data.hits;
    const whole = data.decode();
    const freshness = freshnessOf(question.freshAs, await this.newest.get(), data.ageSeconds);
    return {
      ...shortAnswer(question, whole, request),
      completeness: await question.completeness(whole, request, context),
      next: question.next,
      ...(freshness !== undefined && { freshness }),
    };
  }

  /** @throws RequestFailure (400) because `of` names no question */
  private refuseChoice(questions: Tool['questions'], { of }: Arguments): never {
    return checkedRequest(choiceOf(Object.keys(questions)), { of }) as never;
  }
}

const questionOf = (questions: Tool['questions'], of: unknown): Question | undefined =>
  typeof of === 'string' && Object.hasOwn(questions, of) ? questions[of] : undefined;

/** @throws HttpFailure (413) when the answer is too long */
function textOf(answer: Answer): string {
  const text = JSON.stringify(answer);
  if (text.length <= MOST_CHARACTERS) return text;
  const most = `at most ${MOST_CHARACTERS} are given to an assistant`;
  throw new HttpFailure(
    413,
    `The answer has ${text.length} characters; ${most}. Ask for less: a smaller pagesize, fewer periods, facets or values.`,
  );
}
