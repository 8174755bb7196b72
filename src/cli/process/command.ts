import type { Command } from 'commander';
import { pino } from 'pino';
import { type Config, ConfigError, loadConfig, misspeltSettings } from '../../config/config.js';
import { isBlock, isTransient, reasonOf, statusOf, WRONG_CREDENTIALS } from '../../elastic/client/elastic-error.js';
import { IndexNames } from '../../elastic/indices/index-names.js';
import type { RetryingCluster } from '../../elastic/state/cluster-lock.js';
import { WorkFailure } from '../../common/errors/failure.js';
import { createServiceLogger } from '../../telemetry/service-logger.js';
import { connectElasticsearch, type ElasticConnection } from '../../elastic/client/elastic-client.js';

export interface CommandContext extends ElasticConnection, RetryingCluster {
  readonly config: Config;
  /** Aborted at the first SIGINT or SIGTERM: the command cleans up and ends. */
  readonly signal: AbortSignal;
}

/** The exit status of a command that could not write every record. */
export const SOME_REJECTED = 2;

const STATUSES = { SIGINT: 130, SIGTERM: 143 } as const;

const TIDY_UP_MS = 10_000;
const GIVE_UP_AFTER_MS = 60_000;

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
 * Runs a command on the configured cluster. A failure ends the process with a message and status 1; a signal ends it with
 * its usual status after the work has stopped.
 */
export async function runCommand(work: (context: CommandContext) => Promise<void>): Promise<void> {
  failWithoutOutput();
  try {
    for (const warning of misspeltSettings(process.env)) console.error(warning);
    const config = loadConfig(process.env);
    if (changing !== undefined && !process.stderr.isTTY) auditAtExit(changing, config);
    const connection = connectElasticsearch(config.elasticsearch);
    const stop = new AbortController();
    const { signal } = stop;
    for (const name of ['SIGINT', 'SIGTERM'] as const)
      process.on(name, () => {
        if (signal.aborted) return;
        process.exitCode = STATUSES[name];
        stop.abort(new WorkFailure(`Stopped by ${name}.`));
        setTimeout(() => process.exit(), config.requestTimeoutMs + TIDY_UP_MS).unref();
      });
    try {
      const retryOptions = { giveUpAfterMs: GIVE_UP_AFTER_MS, signal };
      await work({ config, names: new IndexNames(config.indexPrefix), signal, retryOptions, ...connection });
      signal.throwIfAborted();
    } finally {
      await connection.client.close();
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
  const status = statusOf(error);
  if (status === 401) return WRONG_CREDENTIALS;
  if (status === 403 && !isBlock(error)) return `Elasticsearch denies the user a privilege (403): ${reasonOf(error)}.`;
  if (status !== undefined) return `Elasticsearch refuses a request (HTTP ${status}): ${reasonOf(error)}.`;
  const { message } = error as Error;
  if (isTransient(error)) return `Elasticsearch does not answer: ${message}`;
  return error instanceof ConfigError || error instanceof WorkFailure ? message : undefined;
}
