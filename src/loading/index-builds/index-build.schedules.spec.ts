import { errors } from '@elastic/elasticsearch';
import fc from 'fast-check';
import { inManyOrders, stepOf } from '../../../test/support/schedules.js';
import type { ElasticClient } from '../../elastic/client/elastic-client.js';
import { readIndexDefinition } from '../../elastic/indices/index-definition.js';
import { IndexNames } from '../../elastic/indices/index-names.js';
import { WorkFailure } from '../../common/errors/failure.js';
import type { LockedCluster } from '../../elastic/state/cluster-lock.js';
import {
  type AliasChange,
  discardIndexBuild,
  discardUnfinished,
  type IndexBuild,
  publishIndexBuild,
} from './index-build.js';
import { rollBack } from './index-history.js';

const names = new IndexNames('');

interface RaiseRequest {
  readonly document: { readonly value: { readonly indices: { readonly videos: string } } };
  readonly if_seq_no: number;
}

const refusedWith = (statusCode: number): errors.ResponseError =>
  new errors.ResponseError({ statusCode, body: {}, headers: {}, warnings: null, meta: {} as never });

/** The aliases of a cluster. A list of changes is made as a whole or refused. */
class Aliases {
  of = new Map<string, ReadonlySet<string>>([
    ['videos-0', new Set()],
    ['videos-1', new Set(['videos'])],
  ]);

  constructor(private readonly afterChange: () => void = () => undefined) {}

  /** As requests for indices answer; the number of an index is the time of its creation. */
  answer(indices: readonly string[]): object {
    return Object.fromEntries(
      indices.map((index) => [
        index,
        {
          aliases: Object.fromEntries([...(this.of.get(index) ?? [])].map((alias) => [alias, {}])),
          settings: { index: { creation_date: index.slice(-1) } },
          mappings: { _meta: { version: readIndexDefinition('videos').version } },
        },
      ]),
    );
  }

  get all(): string[] {
    return [...this.of.keys()];
  }

  named(pattern: string): string[] {
    const name = new RegExp(`^${pattern.replace('*', '.*')}$`);
    return this.all.filter((index) => [...(this.of.get(index) ?? [])].some((alias) => name.test(alias)));
  }

  change(actions: readonly AliasChange[]): void {
    const changed = new Map([...this.of].map(([index, aliases]) => [index, new Set(aliases)]));
    for (const action of actions) {
      const { index, alias } = 'add' in action ? action.add : action.remove;
      const aliases = changed.get(index);
      if (aliases === undefined) throw refusedWith(404);
      if ('add' in action) aliases.add(alias);
      else if (!aliases.delete(alias)) throw refusedWith(404);
    }
    // An alias has one index for writes.
    if ([...changed.values()].filter((aliases) => aliases.has('videos')).length > 1) throw refusedWith(400);
    this.of = changed;
    this.afterChange();
  }

  delete(index: string): void {
    this.of.delete(index);
    this.afterChange();
  }
}

describe('loads and rollbacks that take their lock over from each other, in any order, with answers lost', () => {
  it('keep exactly one index live, switch nothing after a later one did, publish what they report, and leave nothing live that they report as failed', async () => {
    const drawn = fc.record({
      /** Which answers are lost, and which reads reach a node that is cut off. */
      lost: fc.uniqueArray(fc.nat(40), { maxLength: 4 }),
      cutOff: fc.uniqueArray(fc.nat(20), { maxLength: 6 }),
      /** The steps after which a process takes the lock of the one before it. */
      leases: fc.array(fc.nat(20), { minLength: 5, maxLength: 5 }),
    });
    await inManyOrders(drawn, async (scheduler, { lost, cutOff, leases }) => {
      const step = stepOf(scheduler);
      const faults: string[] = [];
      const wasLive = new Set<string>();
      const aliases = new Aliases(() => {
        const live = aliases.named('videos');
        if (live.length !== 1) faults.push(`live: ${live.join() || 'none'}`);
        live.forEach((index) => wasLive.add(index));
      });
      /** Processes are numbered in the order in which they take the lock. */
      let holder = 0;
      let switchedBy = 0;
      /** The indices that became live, in order; the version names none from before the one that it named last. */
      const switches = ['videos-1'];
      const version = { number: 1, videos: 'videos-1', switched: 0 };
      const raise = (videos: string, over: number): void => {
        if (over !== version.number) throw refusedWith(409);
        const switched = switches.lastIndexOf(videos);
        if (switched < version.switched) faults.push(`version of ${videos} after ${version.videos}`);
        Object.assign(version, { number: version.number + 1, videos, switched });
      };
      const locksOf = (process: number): LockedCluster['locks'] => ({
        work: 'test',
        signal: new AbortController().signal,
        takenOverFrom: [],
        confirm: async () => {
          await step('confirm');
          if (process !== holder) throw new WorkFailure('lost');
        },
      });
      let requests = 0;
      /** What a node answers that is cut off from the others: the aliases as they were at the start. */
      const before = new Aliases();
      let reads = 0;
      const send = async <Answer>(name: string, work: () => Answer): Promise<Answer> => {
        // A process that stops between the confirmation of its locks and the request is not covered.
        if (name !== 'change') await step(name);
        const answer = work();
        await step(`${name} answered`);
        if (lost.includes(requests++)) throw new errors.ConnectionError('cut');
        return answer;
      };
      const readFrom = (name: string, indicesOf: (found: Aliases) => readonly string[]) =>
        send(name, () => {
          const found = cutOff.includes(reads++) ? before : aliases;
          return found.answer(indicesOf(found));
        });
      const clientOf = (process: number): ElasticClient => {
        const change = (actions: AliasChange[]): void => {
          const [from = ''] = aliases.named('videos');
          aliases.change(actions);
          if (!actions.some((action) => 'add' in action && action.add.alias === 'videos')) return;
          const [to = ''] = aliases.named('videos');
          const isBetween = (index: string): boolean => to < index && index < from && aliases.of.get(index)?.size === 0;
          if (aliases.all.some(isBetween)) faults.push(`back from ${from} to ${to}`);
          if (process < switchedBy) faults.push(`${process} switches after ${switchedBy}`);
          switchedBy = process;
          if (to !== from) switches.push(to);
        };
        const indices = {
          get: () => readFrom('list', ({ all }) => all),
          stats: () => Promise.resolve({}),
          getAlias: ({ name }: { name: string }) => readFrom('read', (found) => found.named(name)),
          updateAliases: ({ actions }: { actions: AliasChange[] }) => send('change', () => change(actions)),
          delete: ({ index }: { index: string }) => send('delete', () => aliases.delete(index)),
        };
        const get = () =>
          send('version', () => ({
            found: true,
            _version: version.number,
            _seq_no: version.number,
            _source: { value: { indices: { videos: version.videos } } },
          }));
        const index = ({ document, if_seq_no: over }: RaiseRequest) =>
          send('raise', () => (raise(document.value.indices.videos, over), {}));
        return { indices, get, index } as unknown as ElasticClient;
      };
      const takeLock = async (turn: number): Promise<LockedCluster> => {
        const steps = leases.slice(0, turn).reduce((sum, lease) => sum + lease);
        for (let waited = 0; waited < steps; waited += 1) await step('lease');
        const process = (holder += 1);
        return { client: clientOf(process), names, retryOptions: { giveUpAfterMs: 0 }, locks: locksOf(process) };
      };
      const load = async (turn: number): Promise<void> => {
        const target = await takeLock(turn);
        const index = `videos-${turn + 1}`;
        const { client, retryOptions } = target;
        const build: IndexBuild = {
          kind: 'videos',
          index,
          writeAlias: `videos-building-${turn + 1}`,
          onceFilled: {},
        };
        await discardUnfinished({ client, names, retryOptions }, 'videos').catch(() => undefined);
        aliases.of.set(index, new Set([build.writeAlias]));
        await step('filled');
        try {
          await publishIndexBuild(target, build);
          if (!wasLive.has(index)) faults.push(`${index} is reported and was never live`);
          if (version.switched < switches.indexOf(index)) faults.push(`${index} is reported and in no version`);
        } catch {
          await discardIndexBuild(client, build).catch(() => undefined);
        }
      };
      const goBack = async (turn: number): Promise<void> => {
        const target = await takeLock(turn);
        await rollBack(target, 'videos').catch(() => undefined);
      };
      await scheduler.waitFor(Promise.all([load(1), goBack(2), load(3), goBack(4), load(5)]));
      expect(faults).toEqual([]);
    });
  });
});
