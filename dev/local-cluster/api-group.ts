import { ApiProcess, type Environment } from './api-process.js';
import type { Balancer } from './balancer.js';

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
