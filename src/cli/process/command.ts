import type { Command } from 'commander';
import { pino } from 'pino';
import { type Config, ConfigError, loadConfig, misspeltSettings } from '../../config/config.js';
import { isTransient, reasonOf, statusOf } from '../../elastic/client/elastic-error.js';
import { IndexNames } from '../../elastic/indices/index-names.js';
import { WorkFailure } from '../../common/errors/work-failure.js';
import { createServiceLogger } from '../../http/request/service-logger.js';
import { connectElasticsearch, type ElasticConnection } from '../../elastic/connect-elasticsearch.js';
import { Progress } from '../terminal/progress.js';
import { type EndSignal, onEnd } from './process-end.js';

/** A command can't be carried out. The message says why; no stack is printed. */
export class CommandError extends Error {}

export interface CommandContext extends Omit<ElasticConnection, 'close'> {
  readonly config: Config;
  readonly names: IndexNames;
  /** Aborted at the first SIGINT or SIGTERM: the command cleans up and ends. */
  readonly signal: AbortSignal;
  /** Ends the command with an error, as a signal would. */
  readonly fail: (error: unknown) => void;
}

interface CommandOptions {
  /** Whether the embedded node may be that of a running service. */
  readonly node: 'own' | 'shared';
  /** The exit status after a signal. */
  readonly statuses: Readonly<Record<EndSignal, number>>;
  /** Runs before Elasticsearch is started. */
  readonly check?: (config: Config) => Promise<void>;
}

const TIDY_UP_MS = 10_000;

/** The action that runs, if it changes something. */
let changing: Command | undefined;

/** Actions of a program that change something: each run ends with one line for log stores (docs/operating.md, "Watch"). */
export function audit(program: Command, ...actions: readonly string[]): void {
  program.hook('preAction', (_program, action) => {
    if (actions.includes(action.name())) changing = action;
  });
}

function auditAtExit(action: Command, { logLevel }: Config): void {
  const command = [action.parent?.name(), action.name()].filter(Boolean).join(' ');
  const facts = { audit: true, command, arguments: action.args, options: action.opts(), uid: process.getuid?.() };
  process.on('exit', (status) =>
    createServiceLogger(logLevel, pino.destination({ dest: 2, sync: true })).info({ ...facts, status }),
  );
}

/**
 * Runs a command on the configured cluster, the running embedded node, or a node that is started for the command. A
 * failure ends the process with a message and status 1; a signal ends it with its usual status after the work has stopped.
 */
export async function runCommand(
  work: (context: CommandContext) => Promise<void>,
  { node, statuses, check }: CommandOptions = { node: 'shared', statuses: { SIGINT: 130, SIGTERM: 143 } },
): Promise<void> {
  failWithoutOutput();
  try {
    for (const warning of misspeltSettings(process.env)) console.error(warning);
    const config = loadConfig(process.env);
    if (changing !== undefined && !process.stderr.isTTY) auditAtExit(changing, config);
    await check?.(config);
    const stop = new AbortController();
    const { signal } = stop;
    let progress: Progress | undefined;
    const connecting = connectElasticsearch(config.elasticsearch, {
      node,
      environment: process.env,
      signal,
      onProgress: (text) => (progress ??= new Progress('Elasticsearch', process.stderr)).update(text),
    });
    let closed: Promise<void> | undefined;
    const close = (): Promise<void> => (closed ??= connecting.then((connection) => connection.close()));
    const end = (status: number, reason: unknown): void => {
      process.exitCode = status;
      stop.abort(reason);
      const longestMs = config.shutdownDelayMs + config.requestTimeoutMs + TIDY_UP_MS;
      setTimeout(() => void close().finally(() => process.exit()), longestMs).unref();
    };
    onEnd((name) => end(statuses[name], new CommandError(`Stopped by ${name}.`)));
    const connection = await connecting;
    progress?.done();
    try {
      signal.throwIfAborted();
      const names = new IndexNames(config.indexPrefix);
      await work({ config, names, signal, fail: (error) => end(1, error), ...connection });
      signal.throwIfAborted();
    } finally {
      await close();
    }
  } catch (error) {
    failPlainly(error);
  }
}

/** Ends the process with status 1 when its output can't be written. A reader that has left, as `head` does, is no failure. */
export function failWithoutOutput(): void {
  const streams = [process.stdout, process.stderr];
  const failures: (Error | null)[] = [];
  for (const stream of streams) stream.on('error', (error: Error) => failures.push(error));
  process.on('exit', () => {
    const failure = [...failures, ...streams.map(({ errored }) => errored)].find(
      (error) => error !== null && (error as NodeJS.ErrnoException).code !== 'EPIPE',
    );
    if (!failure) return;
    console.error(`The output can’t be written: ${failure.message}`);
    process.exitCode ||= 1;
  });
}

/** Ends the process with status 1, or the status that is set. Prints a message for errors of the user, the stack for bugs. */
export function failPlainly(error: unknown): never {
  console.error(plainReason(error) ?? error);
  process.exit(process.exitCode ?? 1);
}

/** The message for an error that the user can fix; undefined for a bug. */
export function plainReason(error: unknown): string | undefined {
  if (isTransient(error)) return `Elasticsearch does not answer: ${(error as Error).message}`;
  const plain = [CommandError, ConfigError, WorkFailure].some((kind) => error instanceof kind);
  return refusalOf(error) ?? (plain ? (error as Error).message : undefined);
}

/** The message for refused credentials, privileges or settings; undefined for other errors. */
function refusalOf(error: unknown): string | undefined {
  const status = statusOf(error);
  if (status === 401)
    return 'Elasticsearch refuses the credentials (401): check ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD, or ELASTICSEARCH_API_KEY.';
  if (status === 403) return `Elasticsearch denies the user a privilege (403): ${reasonOf(error)}.`;
  return status === undefined ? undefined : `Elasticsearch refuses a request (HTTP ${status}): ${reasonOf(error)}.`;
}
