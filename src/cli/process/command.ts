import type { ElasticClient } from '../../elastic/client/elastic-client.js';
import type { Config } from '../../config/config.js';
import { ConfigError, loadConfig, misspeltSettings } from '../../config/config.js';
import { isTransient, reasonOf, statusOf } from '../../elastic/client/elastic-error.js';
import { IndexNames } from '../../elastic/indices/index-names.js';
import { WorkFailure } from '../../common/errors/work-failure.js';
import { connectElasticsearch } from './connect-elasticsearch.js';
import { onEnd } from './process-end.js';

/** A command can't be carried out. The message says why; no stack is printed. */
export class CommandError extends Error {}

/** The configuration and a cluster that answers, for a command. */
export interface CommandContext {
  readonly config: Config;
  readonly client: ElasticClient;
  readonly names: IndexNames;
  /** The addresses of Elasticsearch, without credentials. */
  readonly url: string;
  readonly dataDir?: string;
  /** Aborted at the first SIGINT or SIGTERM: the command cleans up and ends. */
  readonly signal: AbortSignal;
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;
const TIDY_UP_MS = 10_000;

/**
 * Runs a command on the configured cluster, the running embedded node, or a node that is started for the command. A
 * failure ends the process with a message and status 1; a signal ends it with its usual status after the work has stopped.
 */
export async function runCommand(work: (context: CommandContext) => Promise<void>): Promise<void> {
  failWithoutOutput();
  try {
    const config = readConfig();
    const stop = new AbortController();
    const connecting = connectElasticsearch(config.elasticsearch, {
      node: 'shared',
      environment: process.env,
      signal: stop.signal,
      onProgress: (text) => process.stderr.write(`${text}\n`),
    });
    const close = once(async () => (await connecting).close());
    onEnd((signal) => {
      process.exitCode = SIGNALS[signal];
      stop.abort(new CommandError(`Stopped by ${signal}.`));
      setTimeout(() => void close().finally(() => process.exit()), TIDY_UP_MS).unref();
    });
    const { client, url, dataDir } = await connecting;
    const names = new IndexNames(config.indexPrefix);
    try {
      stop.signal.throwIfAborted();
      await work({ config, client, names, url, signal: stop.signal, ...(dataDir !== undefined && { dataDir }) });
    } finally {
      await close();
    }
  } catch (error) {
    failPlainly(error);
  }
}

/**
 * Ends the process with status 1 and a message when its output can't be written, as on a full disk. A reader that has left,
 * as `head` does, is no failure.
 */
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

/**
 * The configuration from the environment. Warns of variables whose names are misspelt settings.
 * @throws ConfigError naming every invalid variable
 */
export function readConfig(): Config {
  for (const warning of misspeltSettings(process.env)) console.error(warning);
  return loadConfig(process.env);
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

/** The message for refused credentials or privileges; undefined for other errors. */
function refusalOf(error: unknown): string | undefined {
  const status = statusOf(error);
  if (status === 401) {
    return (
      'Elasticsearch refuses the credentials (401): check ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD, or ' +
      'ELASTICSEARCH_API_KEY.'
    );
  }
  return status === 403 ? `Elasticsearch denies the user a privilege (403): ${reasonOf(error)}.` : undefined;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
