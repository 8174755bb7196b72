import { errors } from '@elastic/elasticsearch';
import fc from 'fast-check';
import { inManyOrders, stepOf } from '../../../test/support/schedules.js';
import type { ElasticClient } from '../../elastic/client/elastic-client.js';
import { IndexNames } from '../../elastic/indices/index-names.js';
import type { AliasChange } from './alias-switch.js';
import type { IndexBuild } from './index-build.js';
import { discardIndexBuilds, discardUnfinished, publishIndexBuilds } from './index-build.js';

const names = new IndexNames('');
const KEPT = { settings: {}, shards: 1 } as unknown as IndexBuild['kept'];

/** The aliases of a cluster. A list of changes is made as a whole or refused. */
class Aliases {
  readonly of = new Map<string, Set<string>>([['videos-0', new Set(['videos'])]]);

  constructor(private readonly afterChange: () => void) {}

  /** As the request for aliases by a pattern answers. */
  answer(pattern: string): object {
    return Object.fromEntries(
      this.named(pattern).map((index) => [
        index,
        { aliases: Object.fromEntries([...(this.of.get(index) ?? [])].map((alias) => [alias, {}])) },
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

describe('loads that publish and discard index builds at once, in any order, with answers lost', () => {
  it('keep exactly one index live, publish what they report, and leave nothing live that they report as failed', async () => {
    await inManyOrders(fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), async (scheduler, lost) => {
      const step = stepOf(scheduler);
      const faults: string[] = [];
      const wasLive = new Set<string>();
      const aliases = new Aliases(() => {
        const live = aliases.named('videos');
        if (live.length !== 1) faults.push(`live: ${live.join() || 'none'}`);
        live.forEach((index) => wasLive.add(index));
      });
      let requests = 0;
      const send = async <Answer>(name: string, work: () => Answer): Promise<Answer> => {
        await step(name);
        const answer = work();
        await step(`${name} answered`);
        if (lost[requests++ % 16] === true) throw new errors.ConnectionError('cut');
        return answer;
      };
      const client = {
        indices: {
          getAlias: ({ name }: { name: string }) => send('read', () => aliases.answer(name)),
          updateAliases: ({ actions }: { actions: AliasChange[] }) => send('change', () => aliases.change(actions)),
          delete: ({ index }: { index: string }) => send('delete', () => aliases.delete(index)),
        },
      } as unknown as ElasticClient;
      const load = async (index: string): Promise<void> => {
        const build: IndexBuild = {
          kind: 'videos',
          index,
          writeAlias: `videos-building-${index.slice(-1)}`,
          kept: KEPT,
        };
        await step('start');
        await discardUnfinished(client, names, 'videos', { giveUpAfterMs: 0 }).catch(() => undefined);
        aliases.of.set(index, new Set([build.writeAlias]));
        await step('filled');
        try {
          await publishIndexBuilds(client, names, [build], { giveUpAfterMs: 0 });
          if (!wasLive.has(index)) faults.push(`${index} is reported and was never live`);
        } catch {
          await discardIndexBuilds(client, [build]);
        }
      };
      await scheduler.waitFor(Promise.all(['videos-1', 'videos-2', 'videos-3'].map(load)));
      expect(faults).toEqual([]);
    });
  });
});
