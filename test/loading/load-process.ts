import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const PROJECT_DIR = join(import.meta.dirname, '..', '..');
const TYPESCRIPT = ['--import', pathToFileURL(join(PROJECT_DIR, 'dev', 'typescript.mjs')).href];

/** How a command ended. */
export interface Ended {
  /** Exit status; undefined when a signal ended it. */
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
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
    /** INDEX_SHARDS. */
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
