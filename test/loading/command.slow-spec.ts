import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type LockDocument, lockId } from '../../src/elastic/state/cluster-lock.js';
import { DATA_VERSION_ID, type DataVersionDocument } from '../../src/elastic/state/data-version.js';
import { StateStore } from '../../src/elastic/state/state-store.js';
import type { Finding } from '../../src/cli/doctor/diagnose.js';
import { RECORD_KINDS, type RecordKind } from '../../src/common/record-kind.js';
import { deleteIndices, elasticsearchUrl } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { type Ended, loadSuite, readRejects, startCommand } from './load-suite.js';

describe('the commands load and indices', () => {
  const suite = loadSuite('load-command');

  const run = (
    name: 'load' | 'indices' | 'seed' | 'doctor',
    parameters: readonly string[],
    input?: string,
  ): Promise<Ended> =>
    startCommand(name, parameters, {
      url: elasticsearchUrl(),
      prefix: suite.prefix,
      cwd: suite.folder,
      ...(input !== undefined && { input }),
    }).ended;

  it('loads standard input, sums up on standard output and ends with 0', async () => {
    const input = '{"uid":"1"}\n{"uid":"1"}\n{"uid":"2"}\n';
    const { status, stdout } = await run('load', ['creators', '-'], input);
    expect(stdout).toMatch(
      /^creators: 3 read = 2 loaded \+ 0 updated \+ 0 unchanged \+ 1 superseded \+ 0 rejected \(\d+\.\d s\)\n$/,
    );
    expect(status).toBe(0);
    expect(readdirSync(suite.folder).filter((name) => name.includes('rejects'))).toEqual([]);
  });

  it('raises the version of the data after a change by other means, for the indices of that moment', async () => {
    const store = new StateStore(suite.client, suite.names);
    const stored = () => store.get<DataVersionDocument>(DATA_VERSION_ID);
    const alias = suite.names.alias('lives');
    const restored = `${alias}-v1-restored`;
    await suite.client.indices.create({ index: restored });
    const live = await suite.live('lives');
    const actions = [{ remove: { index: live, alias } }, { add: { index: restored, alias } }];
    await suite.client.indices.updateAliases({ actions });
    const { version = 0 } = (await stored()) ?? {};
    const { status, stdout } = await run('indices', ['changed']);
    expect([status, stdout]).toEqual([0, `The data has version ${version + 1} now.\n`]);
    expect(await stored()).toMatchObject({
      version: version + 1,
      value: { cause: 'change by other means', indices: { lives: restored } },
    });
    await suite.client.indices.updateAliases({
      actions: [{ remove: { index: restored, alias } }, { add: { index: live, alias, is_write_index: true } }],
    });
    await suite.client.indices.delete({ index: restored });
  });

  it('ends with 2 when lines were rejected, and names the file they are in', async () => {
    const { status, stdout, stderr } = await run(
      'load',
      ['creators', '-', '--rejects', 'bad.ndjson'],
      '{"uid":"3"}\n{}\n',
    );
    expect(status).toBe(2);
    expect(stdout).toContain('2 read = 1 loaded + 0 updated + 0 unchanged + 0 superseded + 1 rejected');
    expect(stderr).toContain('1 rejected line is in bad.ndjson.');
    expect(stderr).toContain('Values that are written otherwise are read with --decimal, --units, --dates, --zone,');
    expect(readRejects(join(suite.folder, 'bad.ndjson'))).toEqual([
      { file: '-', line: 2, reasons: ['uid is required.'], text: '{}' },
    ]);
  });

  it('waits where the cluster refuses to make an index, and says so once', async () => {
    const proxy = await FaultProxy.start(elasticsearchUrl());
    const prefix = `${suite.prefix}late-`;
    proxy.fault = {
      kind: 'answer',
      status: 429,
      json: { error: { type: 'rejected', reason: 'too much' }, status: 429 },
    };
    proxy.only = (path, method) => method === 'PUT' && path.includes(prefix);
    const loading = startCommand('load', ['creators', '-', '--replace'], {
      ...{ url: proxy.url, prefix, cwd: suite.folder, input: '{"uid":"1"}\n' },
    });
    await eventually('several tries', () => proxy.met >= 4);
    proxy.heal();
    const { status, stdout, stderr } = await loading.ended;
    await proxy.down();
    expect([status, stdout]).toEqual([0, expect.stringContaining('creators: 1 read = 1 loaded')]);
    expect(stderr.match(/^Retrying: /gm)).toHaveLength(1);
    await deleteIndices(suite.client, prefix);
  });

  it('reads a sheet by its options, and refuses a mapping before a line is read', async () => {
    const sheet = 'Nr;Name;Preis\r\n1;T\xfcr;1.234,50\r\n2;-;9,99\r\n';
    suite.file('sheet.csv', Buffer.from(sheet, 'latin1'));
    suite.file(
      'sheet.yml',
      'columns: {product_id: Nr, title: Name, floor_price: Preis}\nconstants: {region: DE}\n' +
        'delimiter: ;\nencoding: windows-1252\ndecimal: ","\n',
    );
    const loaded = await run('load', [
      'products',
      'sheet.csv',
      '--replace',
      '--map',
      'sheet.yml',
      '--null-values',
      '-',
    ]);
    expect([loaded.status, loaded.stdout]).toEqual([0, expect.stringContaining('2 read = 2 loaded')]);
    expect(loaded.stderr).toContain('Values were loaded as unknown: 1, such as title "-" (sheet.csv:3).');
    const stored = await suite.contents<{ record: string }>('products');
    expect([...stored.values()].map(({ record }) => JSON.parse(record) as object)).toEqual([
      expect.objectContaining({ title: 'Tür', floor_price: 1234.5, region: 'DE', price: '1.234,50 €' }),
      expect.objectContaining({ title: null, floor_price: 9.99, region: 'DE', price: '9,99 €' }),
    ]);
    const refused = await run('load', ['products', 'sheet.csv', '--replace', '--map', 'product_id=Nr,titel=Name']);
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining('--map: "titel" is not a field of products; did you mean title. The fields are'),
    ]);
  });

  it('ends with 1 and a plain sentence when it can’t load', async () => {
    const missing = await run('load', ['creators', 'none.ndjson']);
    expect([missing.status, missing.stderr]).toEqual([1, 'There is no none.ndjson.\n']);
    const unknown = await run('load', ['creator', 'none.ndjson']);
    expect(unknown.status).toBe(1);
    expect(unknown.stderr).toContain(
      'Allowed choices are product-categories, creator-categories, rates, synonyms, products, videos, lives, creators, sales, creator-days.',
    );
    for (const [option, needed] of [
      ['--add', '--update'],
      ['--whole', '--merge'],
    ] as const) {
      const alone = await run('load', ['creators', '-', option, '--delete']);
      expect([alone.status, alone.stderr]).toEqual([1, `${option} needs ${needed}.\n`]);
    }
    const both = await run('load', ['creators', '-', '--merge', '--replace']);
    expect(both.stderr).toContain("option '--merge' cannot be used with option '--replace'");
  });

  it('refuses a rollback to nothing, and a prune that nobody confirms', async () => {
    await run('load', ['creators', '-', '--replace'], '{"uid":"old"}\n');
    const old = await suite.live('creators');
    await run('load', ['creators', '-', '--replace'], '{"uid":"new"}\n');
    const now = await suite.live('creators');
    const back = await run('indices', ['rollback', 'creators']);
    expect(back.stdout).toBe(`${old} is the live index of creators now.\n`);
    const again = await run('indices', ['rollback', 'creators']);
    expect([again.status, again.stderr]).toEqual([
      1,
      `creators have no index build older than the live one; previous ones: ${now}.\n`,
    ]);
    const asked = await run('indices', ['prune', 'creators', '--keep', '0']);
    const address = new URL(elasticsearchUrl()).origin;
    expect([asked.status, asked.stderr]).toEqual([1, `This deletes ${now} at ${address}. Add --yes to confirm.\n`]);
  });

  it('names what a seed would replace, and asks for --yes; with --if-empty it leaves the records alone', async () => {
    await run('load', ['products', '-', '--replace'], '{"product_id":"1"}\n{"product_id":"2"}\n');
    await run('load', ['creators', '-', '--replace'], '{"uid":"1"}\n');
    const asked = await run('seed', ['--scale', '0.01']);
    expect(asked.status).toBe(1);
    expect(asked.stderr).toMatch(
      /^This replaces 2 products, (\d lives, )?1 creators at http:\/\/[^ ]+\. Add --yes to confirm\.\n$/,
    );
    const spared = await run('seed', ['--scale', '0.01', '--if-empty']);
    expect([spared.status, spared.stderr]).toEqual([0, '']);
    expect([...(await suite.contents('products')).keys()].sort()).toEqual(['1', '2']);
  });

  it('empties the service with seed --empty, for good but for a rollback; the doctor finds no fault in that', async () => {
    await run('load', ['synonyms', '-'], '{"id":"1","words":["hoodie","sweater"]}\n');
    const asked = await run('seed', ['--empty']);
    expect(asked.status).toBe(1);
    expect(asked.stderr).toMatch(/^This replaces 1 synonyms, 2 products, .+ Add --yes to confirm\.\n$/);
    const emptied = await run('seed', ['--empty', '--yes']);
    expect([emptied.status, emptied.stdout]).toEqual([0, 'All kinds of records and facts are empty now.\n']);
    const stored = async () =>
      (await suite.client.count({ index: RECORD_KINDS.map((kind) => suite.names.alias(kind)) })).count;
    expect(await stored()).toBe(0);
    expect((await run('seed', ['--if-empty'])).status).toBe(0);
    expect(await stored()).toBe(0);
    const { findings } = JSON.parse((await run('doctor', ['--json'])).stdout) as { findings: Finding[] };
    expect(findings.filter(({ status }) => status !== 'ok')).toEqual([
      { check: 'token', status: 'fault', text: 'No token works; run npm run -s token -- create.' },
    ]);
    expect((await run('indices', ['rollback', 'products'])).status).toBe(0);
    expect([...(await suite.contents('products')).keys()].sort()).toEqual(['1', '2']);
  });

  it('sums up a load and lists builds as JSON', async () => {
    const input = '{"uid":"1"}\n{"uid":"1"}\n{}\n';
    const loaded = await run('load', ['creators', '-', '--replace', '--json'], input);
    expect(JSON.parse(loaded.stdout)).toEqual({
      ...{ kind: 'creators', read: 3, loaded: 1, updated: 0, unchanged: 0, superseded: 1, rejected: 1 },
      seconds: expect.any(Number) as number,
    });
    const { builds, notes } = JSON.parse((await run('indices', ['list', '--json'])).stdout) as {
      builds: { kind: string; role: string; index: string; documents: number }[];
      notes: string[];
    };
    expect(builds.filter(({ kind, role }) => kind === 'creators' && role === 'live')).toMatchObject([
      { index: await suite.live('creators'), documents: 1 },
    ]);
    expect(notes).toEqual([]);
  });

  it('lists no merge as interrupted that has stored nothing', async () => {
    const failed = await run('load', ['videos', '-', '--format', 'csv'], 'video_id;desc\n1;a\n');
    expect([failed.status, failed.stderr]).toEqual([
      1,
      expect.stringContaining('-: the cells of the header are separated otherwise; try --delimiter ";".\n'),
    ]);
    expect((await run('indices', ['list'])).stdout).not.toContain('interrupted');
  });

  it('ends with 143 at SIGTERM, having changed nothing and let go of the lock', async () => {
    await run('load', ['lives', '-', '--replace'], '{"room_id":"old"}\n');
    const neverWhole = new PassThrough();
    neverWhole.write(Array.from({ length: 10_000 }, (_, index) => `{"room_id":"r${index}"}\n`).join(''));
    const { child, ended } = startCommand('load', ['lives', '-', '--replace'], {
      url: elasticsearchUrl(),
      prefix: suite.prefix,
      cwd: suite.folder,
      input: neverWhole,
    });
    try {
      // Then nothing is under way at Elasticsearch: the load waits for its input.
      await eventually('the last record', () => isStored('lives', 'r9999'));
      expect(await holder('lives')).toContain('load of lives');
    } finally {
      child.kill('SIGTERM');
    }
    const { status, stderr } = await ended;
    expect(status).toBe(143);
    expect(stderr).toContain('Stopped by SIGTERM.');
    expect([...(await suite.contents('lives')).keys()]).toEqual(['old']);
    expect([await isStored('lives', 'r9999'), await holder('lives')]).toEqual([false, undefined]);
    expect((await run('load', ['lives', '-'], '{"room_id":"more"}\n')).status).toBe(0);
  });

  async function isStored(kind: RecordKind, id: string): Promise<boolean> {
    const index = Object.keys(await suite.physical(kind));
    await suite.client.indices.refresh({ index });
    return (await suite.client.count({ index, query: { ids: { values: [id] } } })).count > 0;
  }

  async function holder(kind: RecordKind): Promise<string | undefined> {
    const store = new StateStore(suite.client, suite.names);
    return (await store.get<LockDocument>(lockId(kind)))?.value.holder;
  }
});
