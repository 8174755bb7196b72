import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { SERVE_PARAMETERS } from '../../dev/local-cluster/api-process.js';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { eventually } from '../support/eventually.js';

/** Stopping the node of an earlier run and starting another, each at its own limit. */
const START_LIMIT_MS = 150_000;
const ADDRESS = /Serving at (http:\/\/\S+?),/;

/** Compiles the sources unless these very ones are compiled: the service under test is the one that users run. */
export async function buildService(): Promise<void> {
  const build = `import('./tools/build/bootstrap.mjs').then(({ build }) => build())`;
  await promisify(execFile)(process.execPath, ['--eval', build], { cwd: PROJECT_DIR });
}

/** `npm run`, which starts an Elasticsearch where none is configured. */
const RUN = join(PROJECT_DIR, 'dev', 'run.mjs');

const environmentOn = (dataDir: string): NodeJS.ProcessEnv => ({
  ...process.env,
  ELASTICSEARCH_URL: '',
  INDEX_PREFIX: '',
  DATA_DIR: dataDir,
  ELASTICSEARCH_PORT: '0',
  ELASTICSEARCH_HEAP: '256m',
});

/** Runs a command of the built project to its end, with only a data folder. */
export async function runOnFolder(
  dataDir: string,
  name: string,
  ...parameters: string[]
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [RUN, name, ...parameters], {
    env: environmentOn(dataDir),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { status, stdout, stderr };
}

export class ServiceProcess {
  private output = '';
  private readonly exited: Promise<number | null>;

  private constructor(private readonly child: ChildProcess) {
    const read = (chunk: Buffer): void => {
      this.output += chunk.toString();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    this.exited = new Promise((resolve) => child.once('close', (status) => resolve(status)));
  }

  /** The service on a free port, and on a node of its own in a data folder where no address is given. */
  static launch(dataDir: string, port = 0, environment: NodeJS.ProcessEnv = {}): ServiceProcess {
    const env = { ...environmentOn(dataDir), PORT: String(port), LOG_LEVEL: 'silent', ...environment };
    const parameters = environment.ELASTICSEARCH_URL === undefined ? [RUN, 'main'] : SERVE_PARAMETERS;
    return ServiceProcess.spawn(parameters, { env, cwd: PROJECT_DIR });
  }

  /** The service by the parameters of Node that start it. */
  static spawn(parameters: readonly string[], options: { env: NodeJS.ProcessEnv; cwd?: string }): ServiceProcess {
    return new ServiceProcess(spawn(process.execPath, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  get pid(): number {
    return this.child.pid as number;
  }

  get text(): string {
    return this.output;
  }

  async url(): Promise<string> {
    const look = (): string | undefined => {
      if (this.child.exitCode !== null) throw new Error(`The service ended:\n${this.output}`);
      return ADDRESS.exec(this.output)?.[1];
    };
    return eventually('the service to serve', look, START_LIMIT_MS);
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Its exit status, once all that it wrote has been read; null when a signal ended it. */
  end(): Promise<number | null> {
    return this.exited;
  }
}

/** The embedded node that runs on a data folder, by what the folder says of it. */
export interface NodeOnFolder {
  readonly pid: number;
  readonly url: string;
}

/** Reads who runs on a data folder; undefined when nobody does. */
export async function nodeOn(dataDir: string): Promise<NodeOnFolder | undefined> {
  const text = await readFile(join(dataDir, 'node.json'), 'utf8').catch(() => undefined);
  if (text === undefined || text === '') return undefined;
  const { pid, port } = JSON.parse(text) as { pid?: number; port: number };
  return pid === undefined ? undefined : { pid, url: `http://127.0.0.1:${port}` };
}

export function groupRuns(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch {
    return false;
  }
}
