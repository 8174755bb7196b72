import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from '../support/app.js';
import { startTestApp } from '../support/app.js';
import { expectError } from '../support/envelope.js';

const NOTICED_WITHIN_MS = 6000;

describe('an index that the service can’t read', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ name: 'wrong-index' });
  });
  afterAll(() => service?.close());

  const search = () => service.api.post('/product/v1/search');

  async function statusWithin(status: number): Promise<void> {
    const startedAt = performance.now();
    while ((await search()).status !== status && performance.now() - startedAt < NOTICED_WITHIN_MS) await sleep(100);
    expect((await search()).status).toBe(status);
  }

  async function setVersion(version: number): Promise<void> {
    const alias = service.names.alias('products');
    const index = Object.keys(await service.elasticsearch.indices.getAlias({ name: alias }));
    await service.elasticsearch.indices.putMapping({ index, _meta: { version } });
  }

  it('gives 500 / 40001 on a mapping of another version, from then on and until it is mended', async () => {
    const index = service.names.alias('products');
    const mapping = Object.values(await service.elasticsearch.indices.getMapping({ index }))[0]?.mappings;
    const version = Number(mapping?._meta?.version);
    expect((await search()).status).toBe(200);
    await setVersion(version + 1);
    await statusWithin(500);
    const answer = await search();
    expectError(answer, 500, 40001);
    expect(answer.body.message).toContain('version');
    expect((await service.api.post('/live/v1/search')).status).toBe(200);
    await setVersion(version);
    await statusWithin(200);
  });

  it('gives 500 / 40001 on a missing alias', async () => {
    const alias = service.names.alias('lives');
    const index = Object.keys(await service.elasticsearch.indices.getAlias({ name: alias }));
    await service.elasticsearch.indices.deleteAlias({ index, name: alias });
    expectError(await service.api.post('/live/v1/search'), 500, 40001);
    await service.elasticsearch.indices.putAlias({ index, name: alias });
    expect((await service.api.post('/live/v1/search')).status).toBe(200);
  });
});
