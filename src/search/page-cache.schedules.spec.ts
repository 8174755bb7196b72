import type { Client } from '@elastic/elasticsearch';
import { errors } from '@elastic/elasticsearch';
import fc from 'fast-check';
import { inManyOrders, stepOf } from '../../test/support/schedules.js';
import type { ClusterReads } from '../elastic/client/cluster-reads.js';
import { readIndexDefinition } from '../elastic/indices/index-definition.js';
import { IndexNames } from '../elastic/indices/index-names.js';
import { lockId } from '../elastic/state/cluster-lock.js';
import { DATA_VERSION_ID } from '../elastic/state/data-version.js';
import { UnavailableFailure } from '../errors/failure.js';
import { EncodedData } from '../records/encoded-data.js';
import type { SearchCaller } from './gateway/search-caller.js';
import { PageCache } from './page-cache.js';
import { ClusterStateReader } from './state/cluster-state.js';
import { DataVersionWatch } from './state/data-watch.js';
import { IndexVersions } from './state/index-versions.js';

const names = new IndexNames('');
const VERSIONS = { state: readIndexDefinition('state').version, videos: readIndexDefinition('videos').version };

type Step = (name: string) => Promise<void>;

/** The indices and the version in Elasticsearch. Index `n` holds the data of version `n`; the one before it is kept. */
class Cluster {
  live = 1;
  number = 1;
  settled = true;
  /** The index that the version names. */
  raisedFor = 1;

  constructor(private readonly step: Step) {}

  /** What a process reads of the state, each read in two steps. */
  get client(): Client {
    const read = async <Answer>(name: string, answer: () => Answer): Promise<Answer> => {
      await this.step(name);
      const answered = answer();
      await this.step(`${name} answered`);
      return answered;
    };
    const index = (kind: 'state' | 'videos', name: string) => ({
      [name]: {
        aliases: { [kind]: {} },
        mappings: { _meta: { version: VERSIONS[kind] } },
        settings: { index: { uuid: 'now' } },
      },
    });
    return {
      mget: () => read('documents', () => ({ docs: this.documents })),
      cluster: {
        state: () => read('cluster state', () => ({ state_uuid: `${this.live}` })),
        health: () => Promise.resolve({ status: 'green', indices: {} }),
      },
      indices: {
        get: () => read('aliases', () => ({ ...index('state', 'state-1'), ...index('videos', `videos-${this.live}`) })),
      },
    } as unknown as Client;
  }

  private get documents(): object[] {
    const { number, raisedFor } = this;
    const value = { cause: 'load', raised_at: '2026-06-30T00:00:00Z', indices: { videos: `videos-${raisedFor}` } };
    const version = { _id: DATA_VERSION_ID, found: true, _source: { value }, _version: number };
    return [version, ...(this.settled ? [] : [{ _id: lockId('videos'), found: true, _source: { value: {} } }])];
  }

  /** The number of the index that answers. */
  async search(index: string): Promise<number> {
    await this.step(`search ${index}`);
    const { live } = this;
    const asked = index === 'videos' ? live : Number(index.slice('videos-'.length));
    await this.step(`search ${index} answered`);
    if (asked >= live - 1) return asked;
    const missing = new errors.ResponseError({
      statusCode: 404,
      body: {},
      headers: {},
      warnings: null,
      meta: {} as never,
    });
    throw new Error('An index of the service is missing.', { cause: missing });
  }

  /** As a load: under a lock the alias moves, then the version rises. */
  async load(): Promise<void> {
    await this.step('lock');
    this.settled = false;
    await this.step('switch');
    this.live += 1;
    await this.step('raise');
    this.number += 1;
    this.raisedFor = this.live;
    await this.step('unlock');
    this.settled = true;
  }
}

/** A process of the service: its watch, its page cache, and what stands between them. */
class Process {
  private readonly watch: DataVersionWatch;
  private readonly window: ClusterStateReader;
  private readonly versions: IndexVersions;
  private readonly cache: PageCache;

  constructor(private readonly cluster: Cluster) {
    const reads = { withRetries: (send: (options: object) => unknown) => send({}) } as unknown as ClusterReads;
    this.window = new ClusterStateReader(cluster.client, reads, names);
    this.watch = new DataVersionWatch((atLeast) => this.window.read(1, atLeast), [], {
      warn: () => undefined,
      info: () => undefined,
    });
    this.versions = new IndexVersions(this.watch, names);
    this.cache = new PageCache(this.watch, { pageCacheBytes: 10_000 });
  }

  /** Looks at the cluster as the timer of the watch does. */
  poll(): Promise<void> {
    return this.watch.reach('none.1');
  }

  /** Looks at the cluster as a health check does, while the watch may look too. */
  async checkHealth(): Promise<void> {
    await this.window.read(1);
  }

  /** The version that an answer names, and the version of the data that it shows. */
  async answer(sent: string | undefined): Promise<{ named: string; shown: number }> {
    if (sent !== undefined) await this.watch.reach(sent);
    const caller: SearchCaller = { signal: new AbortController().signal, useCache: true };
    const page = await this.cache.remember('page', caller, async () => {
      const index = await this.versions.require('videos');
      const shown = await this.versions.search('videos', index, (name) => this.cluster.search(name));
      return EncodedData.of({ list: [shown] });
    });
    return {
      named: caller.dataVersion as string,
      shown: (JSON.parse(page.json.toString()) as { list: [number] }).list[0],
    };
  }
}

describe('two processes that watch and cache changing data, in any order', () => {
  it('show nothing older than the version they name, nor to a client that sends it what it has seen newer', async () => {
    await inManyOrders(
      fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 6, maxLength: 6 }),
      async (scheduler, turns) => {
        const step = stepOf(scheduler);
        const cluster = new Cluster(step);
        const processes = [new Process(cluster), new Process(cluster)] as const;
        const started = Promise.all(processes.map((process) => process.poll()));
        await scheduler.waitFor(started);
        const faults: string[] = [];
        const client = async (choices: readonly number[]): Promise<void> => {
          let sent: string | undefined;
          let newest = 0;
          for (const choice of choices) {
            const { named, shown } = await (processes[choice] as Process).answer(sent);
            if (shown < newest) faults.push(`${shown} after ${newest}`);
            if (shown < Number(named.split('.')[1])) faults.push(`${shown} as ${named}`);
            newest = Math.max(newest, shown);
            sent = named;
            await step('next request');
          }
        };
        const loads = async (): Promise<void> => {
          for (let load = 0; load < 3; load += 1) await cluster.load();
        };
        const polls = async (process: Process): Promise<void> => {
          for (let poll = 0; poll < 3; poll += 1) {
            await step('poll');
            await process.poll().catch((error: unknown) => {
              if (!(error instanceof UnavailableFailure)) throw error;
            });
          }
        };
        const healthChecks = async (process: Process): Promise<void> => {
          for (let check = 0; check < 2; check += 1) {
            await step('health check');
            await process.checkHealth();
          }
        };
        const all = Promise.all([
          client(turns.slice(0, 3)),
          client(turns.slice(3)),
          loads(),
          ...processes.flatMap((process) => [polls(process), healthChecks(process)]),
        ]);
        await scheduler.waitFor(all);
        expect(faults).toEqual([]);
      },
    );
  });
});
