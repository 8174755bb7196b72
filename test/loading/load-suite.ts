import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { Client } from '@elastic/elasticsearch';
import type { ShardSetting } from '../../src/config/setting.js';
import { createElasticClient, type ElasticClient } from '../../src/elastic/client/elastic-client.js';
import { PointInTime } from '../../src/elastic/client/point-in-time.js';
import { retryBy } from '../../src/elastic/client/retry-policy.js';
import { ensureIndices } from '../../src/elastic/indices/ensure-indices.js';
import { IndexNames } from '../../src/elastic/indices/index-names.js';
import { DATA_VERSION_ID } from '../../src/elastic/state/data-version.js';
import { StateStore } from '../../src/elastic/state/state-store.js';
import type { LoadMode } from '../../src/loading/load-item.js';
import { loadRecords, type LoadSummary } from '../../src/loading/load-records.js';
import { findInputs, type ReadOptions } from '../../src/loading/reading/input.js';
import { RejectsFile } from '../../src/loading/rejects-file.js';
import { deleteIndices, during, elasticsearchUrl, type TestApp } from '../support/app.js';
import type { FaultProxy } from '../support/fault-proxy.js';
import type { RecordKind } from '../../src/common/record-kind.js';

interface Reject {
  readonly file: string;
  readonly line: number;
  readonly reasons: readonly string[];
  readonly text: string;
}

export interface LoadOptions {
  readonly mode?: LoadMode;
  readonly add?: boolean;
  readonly whole?: boolean;
  readonly reading?: ReadOptions;
  readonly maxRejects?: number;
  readonly keep?: number;
  readonly signal?: AbortSignal;
  readonly giveUpAfterMs?: number;
  readonly shards?: ShardSetting;
  readonly onPause?: (reason: string) => void;
}

export interface Loaded {
  readonly summary: LoadSummary;
  readonly rejects: readonly Reject[];
  readonly notes: readonly string[];
}

/** Indices under a prefix of their own, empty, and a folder for files. */
export class LoadSuite {
  private constructor(
    /** Straight to the node. */
    readonly client: Client,
    /** What loads go through: the node, or a proxy before it. */
    readonly loadClient: Client,
    readonly prefix: string,
    readonly folder: string,
  ) {}

  /**
   * @param loadUrl what loads go through
   * @param nodeUrl the node itself
   */
  static async start(name: string, loadUrl = elasticsearchUrl(), nodeUrl = elasticsearchUrl()): Promise<LoadSuite> {
    const prefix = `test-${name}-${randomBytes(4).toString('hex')}-`;
    const client = createElasticClient({ url: nodeUrl });
    await ensureIndices(client, new IndexNames(prefix));
    const folder = mkdtempSync(join(tmpdir(), 'load-test-'));
    return new LoadSuite(client, createElasticClient({ url: loadUrl }), prefix, folder);
  }

  /** Loads into the indices of a test's application, which deletes them. */
  static of({ elasticsearch, config }: TestApp): LoadSuite {
    const folder = mkdtempSync(join(tmpdir(), 'load-test-'));
    return new LoadSuite(elasticsearch, createElasticClient({ url: elasticsearchUrl() }), config.indexPrefix, folder);
  }

  get names(): IndexNames {
    return new IndexNames(this.prefix);
  }

  async close(): Promise<void> {
    await this.loadClient.close();
    await deleteIndices(this.client, this.prefix);
    await this.client.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  file(name: string, content: string | Buffer): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  records(name: string, records: readonly object[]): string {
    return this.file(name, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  }

  async load(kind: RecordKind, paths: readonly string[], options: LoadOptions = {}): Promise<Loaded> {
    const path = join(this.folder, `rejects-${randomBytes(4).toString('hex')}.ndjson`);
    const rejects = new RejectsFile(path, options.maxRejects ?? Infinity);
    const notes: string[] = [];
    const { signal, giveUpAfterMs = 20_000, onPause } = options;
    try {
      const summary = await loadRecords(
        {
          client: this.loadClient,
          names: this.names,
          retryOptions: { giveUpAfterMs, signal, onPause },
          ...(options.shards !== undefined && { shards: options.shards }),
        },
        {
          kind,
          mode: options.mode ?? 'merge',
          inputs: await findInputs(paths),
          rejects,
          keep: options.keep ?? 1,
          ...(options.add !== undefined && { add: options.add }),
          ...(options.whole !== undefined && { whole: options.whole }),
          ...(options.reading && { reading: options.reading }),
        },
        { onProgress: () => undefined, onNote: (note) => void notes.push(note) },
      );
      rejects.close();
      return { summary, rejects: readRejects(path), notes };
    } finally {
      rejects.close();
    }
  }

  /** What readers find under the alias at one moment, whatever is written meanwhile: every document by its id. */
  async contents<Document>(kind: RecordKind): Promise<Map<string, Document>> {
    const documents = new Map<string, Document>();
    const moment = await PointInTime.open(this.client, this.names.alias(kind), retryBy({ giveUpAfterMs: 60_000 }));
    try {
      for await (const page of moment.scan<Document>()) {
        for (const { _id, _source } of page) documents.set(_id, _source);
      }
    } finally {
      await moment.close();
    }
    return documents;
  }

  async titles(kind: 'lives' | 'products'): Promise<Map<string, string>> {
    const contents = await this.contents<{ readonly record: string }>(kind);
    return new Map([...contents].map(([id, { record }]) => [id, (JSON.parse(record) as { title: string }).title]));
  }

  async physical(kind: RecordKind): Promise<Record<string, string[]>> {
    const found = await this.client.indices.getAlias({ index: this.names.physicalPattern(kind) });
    return Object.fromEntries(Object.entries(found).map(([index, { aliases }]) => [index, Object.keys(aliases)]));
  }

  async live(kind: RecordKind): Promise<string> {
    const [index, ...others] = Object.keys(await this.client.indices.getAlias({ name: this.names.alias(kind) }));
    if (index === undefined || others.length > 0) throw new Error(`The alias of ${kind} does not name one index.`);
    return index;
  }
}

export const readRejects = (path: string): Reject[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Reject)
    : [];

/** Reads the data version. It grows with every change of the data and is 0 before the first load. */
export async function readDataVersion(client: ElasticClient, names: IndexNames): Promise<number> {
  return (await new StateStore(client, names).get(DATA_VERSION_ID))?.version ?? 0;
}

const PROJECT_DIR = join(import.meta.dirname, '..', '..');
const TYPESCRIPT = ['--import', pathToFileURL(join(PROJECT_DIR, 'dev', 'typescript.mjs')).href];

export interface Ended {
  /** Exit status; undefined when a signal ended it. */
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** The arguments that the refusal of a file proposes. @param answers what the words in capitals stand for */
export function proposedIn(stderr: string, answers: Readonly<Record<string, string>>): string[] {
  const [, command = ''] = /npm run load -- (.*)/.exec(stderr) ?? [];
  const parameters = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, text = '']) => quoted ?? text);
  return parameters.map((text) => text.replace(/REGION|ZONE/, (word) => answers[word] ?? word));
}

export interface RunningCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Starts a command of the built project, or of a copy of what is built, as `npm run` does, against a cluster and an index prefix. */
export function startCommand(
  name: 'doctor' | 'load' | 'indices' | 'seed' | 'token',
  parameters: readonly string[],
  options: {
    url?: string;
    prefix: string;
    input?: string | Readable;
    cwd: string;
    nodeOptions?: readonly string[];
    project?: string;
    shards?: string;
    environment?: Readonly<Record<string, string>>;
    /** A file for standard output in place of a pipe. */
    output?: number;
  },
): RunningCommand {
  const child = spawn(
    process.execPath,
    [...(options.nodeOptions ?? []), ...scriptOf(name, options.project), ...parameters],
    {
      cwd: options.cwd,
      env: {
        PATH: process.env.PATH,
        ELASTICSEARCH_URL: options.url,
        INDEX_PREFIX: options.prefix,
        INDEX_SHARDS: options.shards,
        LOG_LEVEL: 'silent',
        ...options.environment,
      },
      stdio: ['pipe', options.output ?? 'pipe', 'pipe'],
    },
  );
  const { stdin } = child as { stdin: Writable };
  if (options.input instanceof Readable) options.input.pipe(stdin);
  else stdin.end(options.input ?? '');
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (status) => resolve({ status: status ?? undefined, stdout, stderr })),
  );
  return { child, ended };
}

/** The compiled command. The seed runs from its sources, but for an image, which has it compiled. */
function scriptOf(name: string, project: string | undefined): string[] {
  if (name !== 'seed') return [join(project ?? PROJECT_DIR, 'dist', 'cli', `${name}.js`)];
  if (project === undefined) return [...TYPESCRIPT, join(PROJECT_DIR, 'dev', 'seed', 'command.ts')];
  return [join(project, 'dist', 'seed', 'dev', 'seed', 'command.js')];
}

/** The suite of the block of tests that it is declared in; its members are there once the tests run. */
export const loadSuite = (name: string, proxy?: FaultProxy): LoadSuite =>
  during(
    async () => {
      await proxy?.up();
      return LoadSuite.start(name, proxy?.url);
    },
    async (suite) => {
      proxy?.heal();
      await suite.close();
      await proxy?.down();
    },
  );

/** Loads into the indices of a block's application. */
export const loadSuiteOf = (service: TestApp): LoadSuite =>
  during(
    () => Promise.resolve(LoadSuite.of(service)),
    (suite) => suite.loadClient.close(),
  );
