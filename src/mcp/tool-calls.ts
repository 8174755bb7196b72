import type { CallToolResult, ContentBlock, Tool as ToolDescription } from '@modelcontextprotocol/server';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type Config, CONFIG } from '../config/config.js';
import type { AccessToken } from '../common/access-token.js';
import { Failure, RequestFailure } from '../common/errors/failure.js';
import { requestScope } from '../common/request-scope.js';
import { missingScope, requireScope } from '../access/auth.guard.js';
import { FailureFilter } from '../http/answer/failure.filter.js';
import { servedOperations } from '../http/open-api/operation.decorator.js';
import { checkedRequest } from '../http/validation/request-validation.pipe.js';
import { FactDays } from '../figures/fact-days.js';
import type { DatedPeriod } from '../common/period/period.js';
import type { HistorySpan } from '../rankings/histories/histories.requests.js';
import { RANKINGS } from '../rankings/rankings.requests.js';
import type { FieldChoice, Paging } from '../search/compiler/types.js';
import { NewestData } from '../search/state/newest-data.js';
import { explorerUrl, withDates } from './explorer-url.js';
import {
  type AnswerData,
  freshnessOf,
  historyCompleteness,
  isOutside,
  pageCompleteness,
  periodCompleteness,
  periodIn,
  shortAnswer,
} from './tool-answers.js';
import { candidatesOf, nameHint, namesIn } from './name-candidates.js';
import { errorInToolNames, operationArguments, type Question, type Tool, toolName, toTool } from './tool-questions.js';
import { fieldsOnRequest, isWithin, usualFieldsWith } from '../fields/paths.js';
import { describeTool } from './tool-schema.js';
import { TOOLS } from './tools.js';
import type { JsonObject } from '../common/json-object.js';

/** The maximum length of an answer for an assistant. */
const MOST_CHARACTERS = 20_000;

/** The rules that names break in the place of ids. */
const OF_IDS = ['id', 'type', 'handle', 'unknown_handle'];

interface HistoryRow {
  readonly date_value: string;
  readonly follower_count?: number | null;
}

type AskedRequest = Partial<FieldChoice & Paging>;

/** Lists the tools of a token and calls them. */
@Injectable()
export class ToolCalls implements OnModuleInit {
  private tools: readonly Tool[];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly days: FactDays,
    private readonly newest: NewestData,
    private readonly failures: FailureFilter,
    @Inject(CONFIG) private readonly config: Pick<Config, 'explorer'>,
  ) {}

  /** @throws Error when a tool asks something that is no operation */
  onModuleInit(): void {
    const operations = servedOperations(this.discovery);
    this.tools = TOOLS.map((entry) => toTool(entry, operations));
  }

  /** The whole answer of a tool. @throws Failure as its operation does */
  readonly ask = (name: string, input: JsonObject): Promise<JsonObject> => {
    const { question, request } = this.read(this.find(name) as Tool, input);
    return this.answer(question, request);
  };

  find(name: string): Tool | undefined {
    return this.tools.find((tool) => tool.name === name);
  }

  /** The tools that the request's token may use, without the questions that it may not ask. */
  toolsFor(): ToolDescription[] {
    const token = requestScope().token as AccessToken;
    const isOpen = ({ scope }: Question): boolean => missingScope(token, scope) === undefined;
    return this.tools.flatMap((tool) => (describeTool(tool, isOpen) ?? []) as ToolDescription[]);
  }

  /** Logs a message that no tool received. */
  logRefusal(error: Error): void {
    this.failures.logFailure(new Failure('unreadable', error.message));
  }

  /** Calls a tool. Errors become an answer that describes them. */
  async call(tool: Tool, input: JsonObject): Promise<CallToolResult> {
    requestScope().tool = tool.name;
    try {
      const { question, request } = this.read(tool, input);
      const whole = await this.answer(question, request);
      const answer = shorten(whole, request);
      // Older clients read the text.
      const content: ContentBlock[] = [{ type: 'text', text: JSON.stringify(answer) }];
      const { exportPath } = question;
      if (answer !== whole && exportPath !== undefined) content.push(exportAt(exportPath));
      return { content, structuredContent: answer };
    } catch (error) {
      const { code, errors, message } = this.failures.logFailure(error);
      const rules = error instanceof RequestFailure ? error.rules : [];
      const explained = errors.map(async (one, at) => {
        const argument = toolName(one.path.split('.').at(-1)?.split('[')[0] ?? '');
        const [name] = OF_IDS.includes(one.rule) ? namesIn({ [argument]: rules[at]?.given }) : [];
        const candidates = name && (await candidatesOf(name, this.ask));
        return { ...errorInToolNames(one, tool, input.of), ...(candidates && { candidates }) };
      });
      const described = errors.length > 0 ? { code, errors: await Promise.all(explained) } : { code, message };
      return { isError: true, content: [{ type: 'text', text: JSON.stringify(described) }] };
    }
  }

  private read({ questions, choice }: Tool, input: JsonObject): { question: Question; request: AskedRequest } {
    const { of, ...chosen } = input;
    const { of: name } = (questions[''] === undefined ? checkedRequest(choice, { of }) : { of: '' }) as { of: string };
    const question = questions[name] as Question;
    requireScope(question.scope);
    const asked = name === '' ? input : chosen;
    const idPaths = new Map(Object.entries(question.ids ?? {}));
    const fields = Array.isArray(asked.fields) && {
      fields: asked.fields.map((field: string) => idPaths.get(field) ?? field),
    };
    const body = operationArguments(question.request, { ...asked, ...fields });
    return { question, request: checkedRequest(question.request, body) };
  }

  private async answer(question: Question, request: AskedRequest): Promise<JsonObject> {
    // Whole rows have the currency of their amounts, and share cached pages with the operation.
    const { row } = question;
    const isNamed = (name: string) => request.fields?.some((path) => isWithin(path, name));
    const onRequest = row === undefined ? [] : fieldsOnRequest(row).filter(isNamed);
    const fields = row === undefined || onRequest.length === 0 ? [] : usualFieldsWith(row, onRequest);
    const data = await question.ask(request.fields === undefined ? request : { ...request, fields });
    const whole = data.decode() as AnswerData;
    const { shown, completeness } = await this.withCompleteness(question, whole, request);
    requestScope().hits = data.hits;
    const freshness = freshnessOf(question.freshAs, await this.newest.moments(), data.ageSeconds);
    const explorer_url = this.config.explorer ? explorerUrl(question.view, withDates(request, whole)) : undefined;
    return {
      ...shortAnswer(question, shown, request),
      completeness,
      next: question.next,
      ...(freshness !== undefined && { freshness }),
      ...(explorer_url !== undefined && { explorer_url }),
    };
  }

  /** An answer without periods that the data does not reach, and what it omits. */
  private async withCompleteness(question: Question, whole: AnswerData, request: AskedRequest & JsonObject) {
    const { omits, ranking, window } = question;
    const filter = request.filter as JsonObject | undefined;
    const isEmpty = (whole.total ?? whole.peers ?? whole.list?.length) === 0;
    const names = isEmpty ? namesIn({ ...request, ...filter }) : [];
    const hints = await Promise.all(names.map((name) => nameHint(name, this.ask)));
    const saying = (text: string, shown = whole) => ({ shown, completeness: [text, ...hints].join(' ').trim() });
    const page = window === undefined ? '' : pageCompleteness(whole, request as Paging, window);
    const lacking =
      whole.list?.length === 0
        ? 'No name begins like this: try fewer letters; categories are English or Chinese.'
        : omits;
    if (omits !== undefined) return saying(hints.length > 0 ? '' : String(lacking));
    if (ranking === undefined) return saying(page);
    const { facts } = RANKINGS[ranking];
    const reach = await this.days.reach(facts);
    if (window === undefined && whole.peers === undefined) {
      const { date_type: type } = request as object as HistorySpan;
      const list = whole.list as readonly HistoryRow[];
      const valuesOf = (rows: readonly HistoryRow[]) => [...new Set(rows.map(({ date_value }) => date_value))];
      const hasData = ({ date_value: value, follower_count = null }: HistoryRow): boolean =>
        follower_count !== null || !isOutside({ type, value }, reach);
      const shown = list.filter(hasData);
      const partial = valuesOf(shown).filter((value) => !reach.covers({ type, value }));
      return saying(historyCompleteness(valuesOf(list), valuesOf(shown), partial, reach), { ...whole, list: shown });
    }
    const date_info = (request.date_info ?? filter?.date_info) as DatedPeriod | undefined;
    const period =
      periodIn(whole) ?? (await this.days.follow(facts, date_info as DatedPeriod, 'filter.date_info.value'));
    const type = date_info?.type ?? 'range';
    const complete = type === 'range' ? undefined : await this.days.newestComplete(facts, type);
    const rows = whole.note ?? (page || `Compared with all ${whole.peers} peers, whose rows are left out.`);
    return saying(`${rows} ${periodCompleteness(period, reach, complete)}`);
  }
}

/** The operation that answers a request with all its rows. */
const exportAt = (path: string): ContentBlock => ({
  ...{ type: 'resource_link', uri: `${requestScope().publicUrl}${path}`, name: 'POST of the same filter: all rows' },
});

/**
 * An answer that is not too long: it ends after a row from which a page, or a period, goes on.
 * @throws Failure (413) when it is too long and has no such row
 */
function shorten(answer: JsonObject, { page = 1, pagesize = 10 }: Partial<Paging>): JsonObject {
  const { length } = JSON.stringify(answer);
  if (length <= MOST_CHARACTERS) return answer;
  const { list = [] } = answer as { list?: readonly { readonly date_value?: string }[] };
  const sizes = list.map((row) => JSON.stringify(row).length + 1);
  // The sentence that says so takes the place of another.
  let room = MOST_CHARACTERS - length + sizes.reduce((sum, size) => sum + size, 0) - 200;
  const fitting = sizes.findIndex((size) => (room -= size) < 0);
  const isOfPeriods = list[0]?.date_value !== undefined;
  const before = (page - 1) * pagesize;
  const fitted = isOfPeriods ? fitting : divisorOf(before, fitting);
  if (fitted < 1) {
    throw new Failure(
      'too_large',
      `The answer has ${length} characters; at most ${MOST_CHARACTERS} are given to an assistant. Ask for less: fewer fields, facets or values.`,
    );
  }
  const isOfMany = list.some(({ date_value }, at) => at > 0 && date_value === list[0]?.date_value);
  const nextPeriods = isOfMany ? 'fewer ids' : `from ${list[fitted]?.date_value}`;
  const rest = isOfPeriods ? nextPeriods : `pagesize ${fitted}, page ${before / fitted + 2}`;
  return {
    ...answer,
    list: list.slice(0, fitted),
    completeness: `Cut after ${fitted} of ${list.length} rows, since the answer is too long: ask for the rest with ${rest}. ${String(answer.completeness)}`,
  };
}

/** The largest divisor of a number that is not above another. */
function divisorOf(number: number, most: number): number {
  let divisor = most;
  while (divisor > 0 && number % divisor !== 0) divisor -= 1;
  return divisor;
}
