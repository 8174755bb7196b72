import { either, type FailureName, failureText, type RuleName, type Words } from './error-texts.js';

/** What went wrong. The edge gives each kind its envelope code and its HTTP status (`http/answer/failure-answers.ts`). */
export type FailureKind =
  /** The request breaks rules of the interface. */
  | 'broken_rules'
  | 'unreadable'
  | 'wrong_method'
  | 'too_large'
  | 'not_json'
  | 'unknown_path'
  /** A link that was valid and has expired. */
  | 'gone'
  | 'unauthenticated'
  | 'forbidden'
  /** The token's daily quota is used up. */
  | 'quota_used'
  | 'too_many_requests'
  /** Elasticsearch is down, is too slow, refuses work or answers in part: a retry may succeed. */
  | 'unavailable'
  /** The service itself has a fault, such as a missing alias, a wrong mapping version or a bug. */
  | 'internal';

interface FailureOptions extends ErrorOptions {
  readonly retryAfterSeconds?: number;
  /** Headers of the answer in addition to those of its kind. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error that a request is answered with. Its sentence is English unless it is given in each language. */
export class Failure extends Error {
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly kind: FailureKind,
    readonly text: string | Words,
    { retryAfterSeconds, headers = {}, ...options }: FailureOptions = {},
  ) {
    super(typeof text === 'string' ? text : text.EN_US, options);
    this.retryAfterSeconds = retryAfterSeconds;
    this.headers = headers;
  }
}

/** A rule that a request breaks, with the facts of its error text. */
export interface BrokenRule {
  readonly rule: RuleName;
  /** The path below the field, such as `[2].field`; absent for the field itself. */
  readonly at?: string;
  /** Shown instead of the field's value. */
  readonly given?: unknown;
  readonly valid?: readonly (string | number | boolean)[];
  readonly limit?: number;
  readonly detail?: string | Words;
}

/** A broken rule, and the path of its field, such as `filter.price_range.min`. */
export interface PlacedRule extends BrokenRule {
  readonly path: string;
}

/** The request breaks rules of the interface; it is answered with all of them. */
export class RequestFailure extends Failure {
  readonly rules: readonly PlacedRule[];

  constructor(...rules: readonly PlacedRule[]) {
    super('broken_rules', rules.map(({ rule, path }) => `${rule} ${path}`).join(', '));
    this.rules = rules;
  }
}

/** A request that gives too many rows. @param narrowing the fields, or names of words, that give fewer */
export const tooManyRows = (path: string, given: unknown, limit: number, narrowing: readonly string[]) =>
  new RequestFailure({ path, rule: 'too_many_rows', given, limit, detail: either(...narrowing) });

/** A retry may succeed. */
export class UnavailableFailure extends Failure {
  constructor(name: FailureName, options?: FailureOptions) {
    super('unavailable', failureText(name), options);
  }
}

/** The service itself has a fault. */
export class InternalFailure extends Failure {
  constructor(name: FailureName, options?: FailureOptions) {
    super('internal', failureText(name), options);
  }
}

/** A command can't go on. The message, printed without a stack, says why, and what the command has left behind. */
export class WorkFailure extends Error {}

/** Why the service can't listen. */
export const listenFailure = (error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }): Error =>
  new WorkFailure(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is in use. Is the service already running? Set PORT to another port to run a second one.`
      : `${host}:${port} can’t be listened on: ${error.message}.`,
  );

/** The beginning of a long text, for a message. */
export const shorten = (text: string, most = 100): string => (text.length > most ? `${text.slice(0, most)}…` : text);
