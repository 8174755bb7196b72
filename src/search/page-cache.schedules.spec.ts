import { type Client, errors } from '@elastic/elasticsearch';
import fc from 'fast-check';
import { scopeOf } from '../../test/support/requests.js';
import { inManyOrders, stepOf } from '../../test/support/schedules.js';
import type { ClusterReads } from '../elastic/client/cluster-reads.js';
import { readIndexDefinition } from '../elastic/indices/index-definition.js';
import { IndexNames } from '../elastic/indices/index-names.js';
import { lockId } from '../elastic/state/cluster-lock.js';
import { NotYetError } from '../elastic/client/elastic-error.js';
import { DATA_VERSION_ID, raiseDataVersion } from '../elastic/state/data-version.js';
import type { Metrics } from '../telemetry/metrics.js';
import { UnavailableFailure } from '../common/errors/failure.js';
import { EncodedData } from '../common/encoded-data.js';
import { inScope } from '../common/request-scope.js';
import type { ExpensiveBulkhead, SearchBulkhead } from './gateway/search-bulkhead.js';
import { SearchGateway } from './gateway/search-gateway.js';
import { PageCache } from '../freshness/data-cache.js';
import { ClusterStateReader } from '../freshness/cluster-state.js';
import { DataVersionWatch } from '../freshness/data-watch.js';

const names = new IndexNames('');
const VERSIONS = { state: readIndexDefinition('state').version, videos: readIndexDefinition('videos').version };

type Step = (name: string) => Promise<void>;

/** The aliases and documents that a node knows. */
interface Known {
  readonly live: number;
  readonly number: number;
  readonly settled: boolean;
  /** The index that the version names. */
  readonly raisedFor: number;
}

/** The number of a try; only the first of a read may reach the node that is cut off. */
interface Tries {
  readonly tries?: number;
}

interface RaiseRequest {
  readonly document: { readonly value: { readonly indices: { readonly videos: string } } };
}

/** The indices and the version in Elasticsearch. */
class Cluster {
  private known: Known = { live: 1, number: 1, settled: true, raisedFor: 1 };
  /** What a node knows that is cut off from the others from some moment on; all nodes are one before it. */
  private cutOff: Known | undefined;
  /** The index of each version, and of the next one once an alias has moved. */
  readonly states = [0, 1];
  private readonly kept = new Set([1]);
  private reads = 0;

  /** @param missed for each read, whether it reaches the node that is cut off */
  constructor(
    private readonly step: Step,
    private readonly missed: readonly boolean[],
  ) {}

  /** What processes read of the state and how a load raises the version, each in two steps. */
  get client(): Client {
    const read = async <Answer>(
      name: string,
      answer: (known: Known) => Answer,
      { tries = 1 }: Tries = {},
    ): Promise<Answer> => {
      await this.step(name);
      const isMissed = this.missed[this.reads++] === true && tries === 1;
      const answered = answer((isMissed ? this.cutOff : undefined) ?? this.known);
      await this.step(`${name} answered`);
      return answered;
    };
    const raise = ({ document }: RaiseRequest): object => {
      const raisedFor = Number(document.value.indices.videos.slice('videos-'.length));
      const number = this.known.number + 1;
      this.states[number] = raisedFor;
      this.known = { ...this.known, number, raisedFor };
      return { _version: number };
    };
    return {
      mget: (_: object, tries: Tries) => read('documents', (known) => ({ docs: documentsOf(known) }), tries),
      get: () => read('version', (known) => documentsOf(known)[0]),
      index: async (request: RaiseRequest) => raise(request),
      cluster: {
        state: ({ metric }: { metric: string[] }, tries: Tries) => read(metric.join(), stateOf, tries),
        health: () => Promise.resolve({ status: 'green', indices: {} }),
      },
    } as unknown as Client;
  }

  /** The number of the index that answers. */
  async search(index: string): Promise<number> {
    await this.step(`search ${index}`);
    const asked = index === 'videos' ? this.known.live : Number(index.slice('videos-'.length));
    await this.step(`search ${index} answered`);
    if (this.kept.has(asked)) return asked;
    const missing = new errors.ResponseError({
      statusCode: 404,
      body: {},
      headers: {},
      warnings: null,
      meta: {} as never,
    });
    throw new Error('An index of the service is missing.', { cause: missing });
  }

  async loseNode(): Promise<void> {
    await this.step('cut off');
    this.cutOff = this.known;
  }

  /** As a load: under a lock the alias moves, the version rises, and all indices but the one before are deleted. */
  async load(): Promise<void> {
    const next = Math.max(...this.kept) + 1;
    const { live } = this.known;
    this.kept.add(next);
    await this.change(next);
    for (const index of this.kept) if (index !== next && index !== live) this.kept.delete(index);
  }

  /** As a rollback to the index before the live one. */
  async rollBack(): Promise<void> {
    await this.change(Math.min(...this.kept));
  }

  private async change(live: number): Promise<void> {
    await this.step('lock');
    this.known = { ...this.known, settled: false };
    await this.step('switch');
    this.known = { ...this.known, live };
    this.states[this.known.number + 1] = live;
    await raiseDataVersion(this.client, names, 'test', () => Promise.resolve({ videos: `videos-${live}` }));
    await this.step('unlock');
    this.known = { ...this.known, settled: true };
  }
}

const stateOf = ({ live }: Known) => ({
  state_uuid: `${live}`,
  metadata: { indices: { ...indexOf('state', 'state-1'), ...indexOf('videos', `videos-${live}`) } },
});

const indexOf = (kind: 'state' | 'videos', name: string) => ({
  [name]: {
    aliases: [kind],
    mappings: { _doc: { _meta: { version: VERSIONS[kind] } } },
    settings: { index: { uuid: 'now' } },
  },
});

function documentsOf({ number, raisedFor, settled }: Known): object[] {
  const value = { cause: 'load', raised_at: '2026-06-30T00:00:00Z', indices: { videos: `videos-${raisedFor}` } };
  const version = { _id: DATA_VERSION_ID, found: true, _source: { value }, _version: number };
  return [version, ...(settled ? [] : [{ _id: lockId('videos'), found: true, _source: { value: {} } }])];
}

/** Asks another node while one is behind. */
async function withRetries<Answer>(send: (tries: Tries) => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send({ tries });
    } catch (error) {
      if (!(error instanceof NotYetError)) throw error;
    }
  }
}

/** A process of the service: its watch, its page cache, and what stands between them. */
class Process {
  private readonly watch: DataVersionWatch;
  private readonly window: ClusterStateReader;
  private readonly gateway: SearchGateway;
  private readonly cache: PageCache;

  constructor(private readonly cluster: Cluster) {
    const reads = { withRetries } as unknown as ClusterReads;
    this.window = new ClusterStateReader(cluster.client, reads, names);
    const logger = { warn: () => undefined, info: () => undefined };
    this.watch = new DataVersionWatch(this.window, logger, names);
    this.gateway = new SearchGateway(
      cluster.client,
      reads,
      this.watch,
      {} as SearchBulkhead,
      {} as ExpensiveBulkhead,
      { requestTimeoutMs: 1 },
      {} as Metrics,
    );
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
    const scope = scopeOf();
    const make = async (): Promise<EncodedData> => {
      const shown = await this.gateway.onIndex('videos', (name) => this.cluster.search(name));
      return EncodedData.of({ list: [shown] });
    };
    const page = await inScope(scope, () => this.cache.remember('page', make));
    return {
      named: scope.snapshot?.dataVersion as string,
      shown: (JSON.parse(page.json.toString()) as { list: [number] }).list[0],
    };
  }
}

const numberOf = (version: string): number => Number(version.split('.')[1]);

describe('two processes that watch and cache changing data, in any order', () => {
  it('show nothing older than the version they name, nor to a client that sends it what it has seen newer', async () => {
    const drawn = fc.record({
      /** The processes that a client asks in turn. */
      turns: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 6, maxLength: 6 }),
      /** For each read, whether it reaches the node that is cut off. */
      missed: fc.array(fc.boolean(), { minLength: 80, maxLength: 80 }),
    });
    await inManyOrders(drawn, async (scheduler, { turns, missed }) => {
      const step = stepOf(scheduler);
      const cluster = new Cluster(step, missed);
      const processes = [new Process(cluster), new Process(cluster)] as const;
      const started = Promise.all(processes.map((process) => process.poll()));
      await scheduler.waitFor(started);
      const faults: string[] = [];
      const client = async (choices: readonly number[]): Promise<void> => {
        let sent: string | undefined;
        let state = 0;
        for (const choice of choices) {
          const { named, shown } = await (processes[choice] as Process).answer(sent);
          const found = cluster.states.indexOf(shown, Math.max(state, numberOf(named)));
          if (found < 0) faults.push(`${shown} as ${named} after ${cluster.states[state]}`);
          else state = found;
          if (sent !== undefined && numberOf(named) < numberOf(sent)) faults.push(`${named} after ${sent}`);
          sent = named;
          await step('next request');
        }
      };
      const changes = async (): Promise<void> => {
        await cluster.load();
        await cluster.rollBack();
        await cluster.load();
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
        changes(),
        cluster.loseNode(),
        ...processes.flatMap((process) => [polls(process), healthChecks(process)]),
      ]);
      await scheduler.waitFor(all);
      expect(faults).toEqual([]);
    });
  });
});
