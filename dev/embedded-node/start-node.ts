import { listenFailure, WorkFailure } from '../../src/common/errors/failure.js';
import { loadConfig } from '../../src/config/config.js';
import { ANY, matching, type SettingRule, whole } from '../../src/config/setting.js';
import { createElasticClient, type ElasticClient } from '../../src/elastic/client/elastic-client.js';
import { failPlainly } from '../../src/cli/process/command.js';
import { Progress } from '../../src/cli/terminal/progress.js';
import { nodeFolder } from './data-directory.js';
import { EmbeddedNode, FolderInUse, provideServer, tryPort, waitForEnd, waitForNode } from './embedded-node.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface NodeSettings {
  /** 0 takes a free one. */
  readonly port: number;
  readonly heap: string;
  /** Seconds that a start may take without progress. */
  readonly patience?: number;
  /** Without it `.data`. */
  readonly dataDir?: string | undefined;
}

/** A node of the embedded Elasticsearch, until it is closed. */
export interface RunningNode {
  readonly client: ElasticClient;
  readonly url: string;
  readonly dataDir: string;
  /** Closes the client, and stops the node if this process started it. */
  close(): Promise<void>;
}

interface StartOptions {
  readonly environment: Environment;
  readonly signal?: AbortSignal;
  /** Whether the node begins without data. */
  readonly fresh?: boolean;
  readonly onProgress: (text: string) => void;
}

/** Reads the variables of the embedded node. @throws WorkFailure naming one that is not valid */
export function nodeSettings(environment: Environment): NodeSettings {
  const read = (name: string, rule: SettingRule, fallback?: string): unknown => {
    const text = environment[name]?.trim() || fallback;
    const value = text === undefined ? undefined : (rule.read?.(text) ?? text);
    if (value === undefined || rule.accepts(value)) return value;
    throw new WorkFailure(`${name} is "${text}"; it must be ${rule.valid}.`);
  };
  return {
    port: read('ELASTICSEARCH_PORT', whole(0, 65_535), '9200') as number,
    heap: read('ELASTICSEARCH_HEAP', matching(/^\d{1,6}[mg]$/, 'a size such as 512m or 2g'), '512m') as string,
    patience: read('ELASTICSEARCH_PATIENCE', whole(1, 86_400), '120') as number,
    dataDir: read('DATA_DIR', ANY) as string | undefined,
  };
}

/** Makes the server unless it is there, and starts a node. @throws WorkFailure; the signal's reason when aborted */
export async function startNode(settings: NodeSettings, options: StartOptions): Promise<RunningNode> {
  const { environment, signal, onProgress, fresh = false } = options;
  const dataDir = settings.dataDir ?? (await nodeFolder('.data'));
  const { javaHome, serverDir } = await provideServer({ environment, signal, onProgress });
  signal?.throwIfAborted();
  const server = { ...settings, dataDir, serverDir, javaHome };
  const node = await EmbeddedNode.start({ ...server, fresh, signal, onProgress });
  return connection(node.url, dataDir, () => node.stop());
}

/**
 * The node for a command of `npm run`: the one that runs or that another process is starting, or one that is started. The
 * service, if it can listen, and `npm run cluster -- --node` start their own. A failure ends this process with a message.
 */
export async function nodeFor(name: string, signal: AbortSignal): Promise<RunningNode> {
  let progress: Progress | undefined;
  const onProgress = (text: string): void => {
    progress ??= new Progress('Elasticsearch', process.stderr, text);
    progress.update(text);
  };
  try {
    const settings = nodeSettings(process.env);
    const dataDir = settings.dataDir ?? (await nodeFolder('.data'));
    const options = { environment: process.env, signal, onProgress };
    await waitForEnd({ dataDir, signal, onProgress });
    if (name === 'main') await requireListenAddress();
    const node = await (['main', 'cluster'].includes(name)
      ? startNode({ ...settings, dataDir }, options)
      : nodeOfCommand(name, { ...settings, dataDir }, options));
    progress?.done();
    return node;
  } catch (error) {
    return signal.aborted ? process.exit() : failPlainly(error);
  }
}

async function nodeOfCommand(
  name: string,
  settings: NodeSettings & { readonly dataDir: string },
  options: StartOptions,
): Promise<RunningNode> {
  for (;;) {
    const url = await waitForNode({ ...settings, ...options });
    if (url !== undefined) return connection(url, settings.dataDir);
    if (name === 'doctor') throw new WorkFailure('The embedded node is not running: run npm start.');
    try {
      return await startNode(settings, options);
    } catch (error) {
      // Another process has begun to start one meanwhile.
      if (!(error instanceof FolderInUse)) throw error;
    }
  }
}

async function requireListenAddress(): Promise<void> {
  const { port, host } = loadConfig(process.env);
  await tryPort(port, host).catch((error: NodeJS.ErrnoException) => {
    throw listenFailure(error, { port, host });
  });
}

function connection(url: string, dataDir: string, stop?: () => Promise<void>): RunningNode {
  const client = createElasticClient({ url });
  return { client, url, dataDir, close: () => client.close().then(stop) };
}
