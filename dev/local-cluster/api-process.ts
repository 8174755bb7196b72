import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { WITH_PARENT } from '../child.mjs';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Node options of `npm run serve`. Without a limit V8 lets garbage grow to several times the live heap; with a limit it
 * collects sooner at almost no cost. Without more the limit would reduce the young generation to a quarter of its usual 16 MB,
 * so its size is fixed.
 */
export const SERVE_PARAMETERS = [
  '--max-old-space-size=512',
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  join('dist', 'main.js'),
] as const;

const ADDRESS = /Serving at (http:\/\/\S+?),/;
const START_TIMEOUT_MS = 60_000;
const LAST_CHARACTERS = 4000;

/** A process of `npm run serve`, on a free port of loopback. */
export class ApiProcess {
  private output = '';
  private readonly exited: Promise<number | null>;

  private constructor(
    private readonly child: ChildProcess,
    onLog: (text: string) => void,
  ) {
    const read = (chunk: Buffer): void => {
      this.output = (this.output + chunk.toString()).slice(-LAST_CHARACTERS);
      onLog(chunk.toString());
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    this.exited = new Promise((resolve) => child.once('exit', (status) => resolve(status)));
  }

  /** Starts it on a cluster, without waiting. */
  static launch(elasticsearchUrl: string, environment: Environment, onLog: (text: string) => void): ApiProcess {
    const child = spawn(process.execPath, [...WITH_PARENT, ...SERVE_PARAMETERS], {
      cwd: PROJECT_DIR,
      env: { ...environment, ELASTICSEARCH_URL: elasticsearchUrl, PORT: '0', HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    return new ApiProcess(child, onLog);
  }

  get pid(): number {
    return this.child.pid as number;
  }

  /**
   * Waits until it serves and returns its address.
   * @throws Error with its last output when it ends early or takes too long
   */
  async url(): Promise<string> {
    for (const giveUpAt = Date.now() + START_TIMEOUT_MS; Date.now() < giveUpAt; await sleep(50)) {
      const address = ADDRESS.exec(this.output)?.[1];
      if (address !== undefined) return address;
      if (this.child.exitCode !== null || this.child.signalCode !== null) break;
    }
    throw new Error(`An API process did not start:\n${this.output}`);
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Waits for its end and returns its exit status; null when a signal ended it. */
  end(): Promise<number | null> {
    return this.exited;
  }
}
