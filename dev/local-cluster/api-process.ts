import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { SERVICE_MEMORY, WITH_PARENT } from '../child.mjs';
import type { Balancer } from './balancer.js';

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
      env: { ...SERVICE_MEMORY, ...environment, ELASTICSEARCH_URL: elasticsearchUrl, PORT: '0', HOST: '127.0.0.1' },
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

const RESTART_AFTER_MS = 500;

export interface ApiGroupOptions {
  readonly count: number;
  readonly elasticsearchUrl: string;
  readonly environment: Environment;
  readonly balancer: Balancer;
  /** Receives the output of the processes. */
  readonly onLog: (text: string) => void;
}

interface Member {
  readonly process: ApiProcess;
  readonly url: string;
}

/** Several API processes behind a balancer; one that dies is replaced. */
export class ApiGroup {
  private members: Member[] = [];
  private stopping = false;

  private constructor(private readonly options: ApiGroupOptions) {}

  /** Starts the processes and waits until all of them serve. */
  static async start(options: ApiGroupOptions): Promise<ApiGroup> {
    const group = new ApiGroup(options);
    await Promise.all(Array.from({ length: options.count }, () => group.add()));
    return group;
  }

  get pids(): number[] {
    return this.members.map(({ process }) => process.pid);
  }

  /** Replaces the processes one by one: the new one serves before the old one ends. */
  async restart(): Promise<void> {
    for (const old of [...this.members]) {
      await this.add();
      await this.retire(old);
    }
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all([...this.members].map((member) => this.retire(member)));
  }

  private async add(): Promise<void> {
    const { elasticsearchUrl, environment, balancer, onLog } = this.options;
    const process = ApiProcess.launch(elasticsearchUrl, environment, onLog);
    const member = { process, url: await process.url() };
    await balancer.add(member.url);
    this.members.push(member);
    void process.end().then(() => this.replace(member));
  }

  private async retire(member: Member): Promise<void> {
    this.members = this.members.filter((other) => other !== member);
    this.options.balancer.remove(member.url);
    member.process.signal('SIGTERM');
    const status = await member.process.end();
    if (status !== 0 && !this.stopping) throw new Error(`An API process ended with status ${status}.`);
  }

  /** Replaces a process that has ended or was killed. */
  private replace(member: Member): void {
    if (!this.members.includes(member) || this.stopping) return;
    this.members = this.members.filter((other) => other !== member);
    this.options.balancer.remove(member.url);
    const again = (): void => {
      if (!this.stopping) this.add().catch(() => setTimeout(again, RESTART_AFTER_MS));
    };
    again();
  }
}
