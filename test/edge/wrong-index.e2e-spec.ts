import type { IndexKind } from '../../src/common/index-kind.js';
import { readIndexDefinition } from '../../src/elastic/indices/index-definition.js';
import type { Answer } from '../support/api-client.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { expectError } from '../support/envelope.js';
import { eventually } from '../support/eventually.js';
import { OPERATIONS } from '../support/operations.js';

const DEADLINE_MS = 1500;
const SLACK_MS = 6000;
const NOTICED_WITHIN_MS = 6000;

describe('an index that the service can’t read', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ name: 'wrong-index', config: { requestTimeoutMs: DEADLINE_MS } });
  });
  afterAll(() => service?.close());

  async function physicalOf(kind: IndexKind): Promise<string> {
    return String(Object.keys(await service.elasticsearch.indices.getAlias({ name: service.names.alias(kind) }))[0]);
  }

  /** The first answer of that status, within the time in which a change is noticed. */
  function answerOf(path: string, body: object, status: number): Promise<Answer> {
    const ask = async (): Promise<Answer | false> => {
      const startedAt = performance.now();
      const answer = await service.api.post(path, body);
      expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS + SLACK_MS);
      return answer.status === status && answer;
    };
    return eventually(`${status} of ${path}`, ask, NOTICED_WITHIN_MS);
  }

  const expectAllWell = async (): Promise<void> => {
    for (const { path, body } of OPERATIONS) await answerOf(path, body, 200);
  };

  async function raiseVersion(kind: IndexKind, by: number): Promise<void> {
    const index = await physicalOf(kind);
    const mapping = Object.values(await service.elasticsearch.indices.getMapping({ index }))[0]?.mappings;
    const version = Number(mapping?._meta?.version) + by;
    await service.elasticsearch.indices.putMapping({ index, _meta: { version } });
  }

  it.each([
    ['videos', 'sales'],
    ['products', 'lives'],
  ] as const)('gives 500 / 40001 on mappings of another version, and only on these: %s and %s', async (...wrong) => {
    await expectAllWell();
    await Promise.all(wrong.map((kind) => raiseVersion(kind, 1)));
    const isWrong = ({ index }: { index: IndexKind }): boolean => wrong.some((kind) => kind === index);
    for (const { path, body } of OPERATIONS.filter(isWrong)) {
      const answer = await answerOf(path, body, 500);
      expectError(answer, 500, 40001);
      expect(answer.headers.get('retry-after')).toBeNull();
      expect(answer.body.message).toContain('version');
    }
    for (const { path, body } of OPERATIONS.filter(
      (operation) => !isWrong(operation) && !isWrong({ index: operation.also ?? operation.index }),
    )) {
      expect([path, (await service.api.post(path, body)).status]).toEqual([path, 200]);
    }
    await Promise.all(wrong.map((kind) => raiseVersion(kind, -1)));
    await expectAllWell();
  });

  const KINDS: IndexKind[] = ['videos', 'products', 'lives', 'sales'];

  it.each(KINDS)('gives 500 / 40001 on a missing alias: %s', async (kind) => {
    const index = await physicalOf(kind);
    const name = service.names.alias(kind);
    await service.elasticsearch.indices.deleteAlias({ index, name });
    for (const { path, body } of OPERATIONS.filter((operation) => operation.index === kind)) {
      const answer = await answerOf(path, body, 500);
      expectError(answer, 500, 40001);
      expect(answer.headers.get('retry-after')).toBeNull();
    }
    await service.elasticsearch.indices.putAlias({ index, name, is_write_index: true });
    await expectAllWell();
  });

  it.each(KINDS)('gives 503 / 40001 with Retry-After on a red index: %s', async (kind) => {
    const physical = await physicalOf(kind);
    const alias = service.names.alias(kind);
    const parked = `${alias}-v1-parked`;
    const { settings, mappings } = readIndexDefinition(kind);
    await service.elasticsearch.indices.create({
      index: parked,
      settings: { ...settings, 'index.routing.allocation.require.name': 'nowhere' },
      mappings,
      wait_for_active_shards: 0,
    });
    const move = (from: string, to: string) =>
      service.elasticsearch.indices.updateAliases({
        actions: [{ remove: { index: from, alias } }, { add: { index: to, alias, is_write_index: true } }],
      });
    await move(physical, parked);
    for (const { path, body } of OPERATIONS.filter((operation) => operation.index === kind)) {
      const answer = await answerOf(path, body, 503);
      expectError(answer, 503, 40001);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    await move(parked, physical);
    await service.elasticsearch.indices.delete({ index: parked });
    await expectAllWell();
  });
});
