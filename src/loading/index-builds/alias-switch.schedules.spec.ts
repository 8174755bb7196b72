import { errors } from '@elastic/elasticsearch';
import fc from 'fast-check';
import { inManyOrders, stepOf } from '../../../test/support/schedules.js';
import type { ElasticClient } from '../../elastic/client/elastic-client.js';
import { readIndexDefinition } from '../../elastic/indices/index-definition.js';
import { IndexNames } from '../../elastic/indices/index-names.js';
import { WorkFailure } from '../../errors/work-failure.js';
import type { AliasChange, LockedTarget } from './alias-switch.js';
import type { IndexBuild } from './index-build.js';
import { discardIndexBuilds, discardUnfinished, publishIndexBuilds } from './index-build.js';
import { rollBack } from './index-history.js';

const names = new IndexNames('');
const KEPT = { settings: {}, shards: 1 } as unknown as IndexBuild['kept'];

/** The aliases of a cluster. A list of changes is made as a whole or refused. */
class Aliases {
  readonly of = new Map<string, Set<string>>([
    ['videos-0', new Set()],
    ['videos-1', new Set(['videos'])],
  ]);

  constructor(private readonly afterChange: () => void) {}

  /** As requests for indices answer; the number of an index is the time of its creation. */
  answer(indices: Iterable<string>): object {
    return Object.fromEntries(
      [...indices].map((index) => [
        index,
        {
          aliases: Object.fromEntries([...(this.of.get(index) ?? [])].map((alias) => [alias, {}])),
          settings: { index: { creation_date: index.slice(-1) } },
          mappings: { _meta: { version: readIndexDefinition('videos').version } },
        },
      ]),
    );
  }

  named(pattern: string): string[] {
    const name = new RegExp(`^${pattern.replace('*', '.*')}$`);
    return [...this.of].flatMap(([index, aliases]) => ([...aliases].some((alias) => name.test(alias)) ? [index] : []));
  }

  change(actions: readonly AliasChange[]): void {
    for (const action of actions) {
      const { index, alias } = 'add' in action ? action.add : action.remove;
      const aliases = this.of.get(index);
      if (aliases === undefined || ('remove' in action && !aliases.has(alias))) {
        throw new errors.ResponseError({ statusCode: 404, body: {}, headers: {}, warnings: null, meta: {} as never });
      }
    }
    for (const action of actions) {
      if ('add' in action) this.of.get(action.add.index)?.add(action.add.alias);
      else this.of.get(action.remove.index)?.delete(action.remove.alias);
    }
    this.afterChange();
  }

  delete(index: string): void {
    this.of.delete(index);
    this.afterChange();
  }
}

describe('loads and rollbacks that take their lock over from each other, in any order, with answers lost', () => {
  it('keep exactly one index live, switch nothing after a later one did, publish what they report, and leave nothing live that they report as failed', async () => {
    await inManyOrders(fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), async (scheduler, lost) => {
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
      const locksOf = (process: number): LockedTarget['locks'] => ({
        confirm: async () => {
          await step('confirm');
          if (process !== holder) throw new WorkFailure('lost');
          await step('confirmed');
        },
      });
      let requests = 0;
      const send = async <Answer>(name: string, work: () => Answer): Promise<Answer> => {
        await step(name);
        const answer = work();
        await step(`${name} answered`);
        if (lost[requests++ % 16] === true) throw new errors.ConnectionError('cut');
        return answer;
      };
      const clientOf = (process: number): ElasticClient => {
        const change = (actions: AliasChange[]): void => {
          aliases.change(actions);
          if (!actions.some((action) => 'add' in action && action.add.alias === 'videos')) return;
          if (process < switchedBy) faults.push(`${process} switches after ${switchedBy}`);
          switchedBy = process;
        };
        const indices = {
          get: () => send('list', () => aliases.answer(aliases.of.keys())),
          stats: () => Promise.resolve({}),
          getAlias: ({ name }: { name: string }) => send('read', () => aliases.answer(aliases.named(name))),
          updateAliases: ({ actions }: { actions: AliasChange[] }) => send('change', () => change(actions)),
          delete: ({ index }: { index: string }) => send('delete', () => aliases.delete(index)),
        };
        return { indices } as unknown as ElasticClient;
      };
      const takeLock = async (): Promise<LockedTarget> => {
        await step('start');
        const process = (holder += 1);
        return { client: clientOf(process), names, retryOptions: { giveUpAfterMs: 0 }, locks: locksOf(process) };
      };
      const load = async (index: string): Promise<void> => {
        const target = await takeLock();
        const { client, retryOptions } = target;
        const build: IndexBuild = {
          kind: 'videos',
          index,
          writeAlias: `videos-building-${index.slice(-1)}`,
          kept: KEPT,
        };
        await discardUnfinished(client, names, 'videos', retryOptions).catch(() => undefined);
        aliases.of.set(index, new Set([build.writeAlias]));
        await step('filled');
        try {
          await publishIndexBuilds(target, [build]);
          if (!wasLive.has(index)) faults.push(`${index} is reported and was never live`);
        } catch {
          await discardIndexBuilds(client, [build]);
        }
      };
      const goBack = async (): Promise<void> => {
        const target = await takeLock();
        await rollBack(target, 'videos').catch(() => undefined);
      };
      await scheduler.waitFor(Promise.all([load('videos-2'), goBack(), load('videos-3'), goBack(), load('videos-4')]));
      expect(faults).toEqual([]);
    });
  });
});
