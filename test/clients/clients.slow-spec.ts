import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { generatePythonSources, generateTypeScriptSources } from '../../dev/documents/client-sources.js';
import { execute, findClientEnvironment } from '../../tools/testing/python-package.js';
import { elasticsearchUrl, startTestApp, type TestApp } from '../support/app.js';
import { FaultProxy } from '../support/fault-proxy.js';
import {
  COMMAND_LINES,
  type Example,
  EXPECTED_LINES,
  idsOfSeed,
  PYTHON_EXPORT,
  PYTHON_FILES,
  PYTHON_WALKS,
  readCommands,
  readExamples,
  SHOP,
  TYPESCRIPT_EXPORT,
  TYPESCRIPT_FILES,
  TYPESCRIPT_WALKS,
} from './client-walks.js';
import { seededIndices, SHARED_SCALE } from '../support/shared-indices.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const TYPESCRIPT = join(PROJECT_DIR, 'clients', 'typescript');
const PYTHON = join(PROJECT_DIR, 'clients', 'python');
const TSC = join(PROJECT_DIR, 'node_modules', 'typescript', 'bin', 'tsc');
const ROLLDOWN = join(PROJECT_DIR, 'node_modules', 'rolldown', 'bin', 'cli.mjs');
const TSC_OPTIONS = ['--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2022'];
/** A point in time that is gone: the export breaks off at once. */
const GONE = { kind: 'answer', status: 404, json: { error: { type: 'search_context_missing_exception' } } } as const;

interface Packages {
  readonly dependencies: Readonly<Record<string, string>>;
}

interface RankedRow {
  readonly rank: number;
  readonly previous_rank: number | null;
  readonly uid: string;
  readonly creator: { readonly region: string; readonly nickname: string };
  readonly creator_usd_gmv: number;
  readonly video_usd_gmv: number;
  readonly live_usd_gmv: number;
}

const [typeScriptClient, ...typeScriptExamples] = readExamples(join(TYPESCRIPT, 'README.md'), 'ts');
const [pythonClient, ...pythonExamples] = readExamples(join(PYTHON, 'README.md'), 'python');
const typeScriptProgram = (code: string): string => `${typeScriptClient?.code}\n${code}`;
const pythonProgram = (code: string): string => `${pythonClient?.code}\n${code}`;

const SKILL = 'skills/commerce-analytics/SKILL.md';
const SKILL_FILES = [
  'SKILL.md',
  ...['glossary', 'periods', 'playbooks', 'regions'].map((name) => `references/${name}.md`),
];
const environment = await findClientEnvironment();
const withPython = environment === undefined ? it.skip : it;

describe('the clients', () => {
  const folder = temporaryFolder('clients');
  let proxy: FaultProxy;
  let service: TestApp;
  const expected = idsOfSeed(SHARED_SCALE);

  beforeAll(async () => {
    proxy = await FaultProxy.start(elasticsearchUrl());
    service = await startTestApp({
      name: 'clients',
      indices: seededIndices(),
      serviceElasticsearchUrl: proxy.url,
    });
  });
  afterAll(async () => {
    await service?.close();
    await proxy?.down();
  });

  const run = async (command: string, parameters: readonly string[], env: object = {}): Promise<string> => {
    const options = { cwd: folder, maxBuffer: 1e8 };
    const access = { COMMERCE_ANALYTICS_URL: service.url, COMMERCE_ANALYTICS_TOKEN: service.token };
    return (await execute(command, [...parameters], { ...options, env: { PATH: process.env.PATH, ...access, ...env } }))
      .stdout;
  };
  const linesOf = (text: string): string[] => text.trimEnd().split(/\r?\n/);

  /** The exports that the programs write as files: each is the service's, and Parquet and NDJSON have the same values. */
  async function expectFiles(): Promise<void> {
    for (const [name, path, body] of [
      ['videos', '/video/v1/export', { filter: { create_time_range: { min: 0 } } }],
      [
        'sales',
        '/sales/v1/breakdown/export',
        { by: 'product', filter: { seller_id: SHOP }, from: '2026-06-01', to: '2026-06-30' },
      ],
    ] as const) {
      for (const format of ['ndjson', 'csv'] as const) {
        const { body: text } = await service.api.post(path, { ...body, format });
        expect(await readFile(join(folder, `${name}.${format}`), 'utf8')).toBe(text as unknown as string);
      }
      const lines = linesOf(await readFile(join(folder, `${name}.ndjson`), 'utf8'));
      await expectParquet(`${name}.parquet`, lines);
    }
  }

  /** A Parquet file has the values of these rows in NDJSON in each of its columns, which are those of CSV. */
  async function expectParquet(file: string, lines: readonly string[]): Promise<void> {
    const rows = await parquetReadObjects({ file: Uint8Array.from(await readFile(join(folder, file))).buffer });
    expect(rows).toHaveLength(lines.length);
    for (const [at, row] of rows.entries()) {
      const record = JSON.parse(lines[at] ?? '') as object;
      const values = Object.keys(row).map((column) => {
        const value = valueAt(record, column);
        if (Array.isArray(value)) return JSON.stringify(value);
        return row[column] instanceof Date ? momentOf(value as string | number) : value;
      });
      expect(
        Object.values(row).map((value) => (typeof value === 'bigint' ? Number(value) : (value as unknown))),
      ).toEqual(values);
    }
  }
  const momentOf = (value: string | number): Date => new Date(typeof value === 'number' ? value * 1000 : value);
  const valueAt = (record: object, path: string): unknown =>
    path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name] ?? null, record);

  /** The second step of an export, which follows 200 rows, fails. */
  function breakExports(): void {
    let steps = 0;
    proxy.fault = GONE;
    proxy.only = (path) => path.startsWith('/_search?') && (steps += 1) > 1;
  }

  describe('in TypeScript', () => {
    const programs = new Map([
      ...typeScriptExamples.map(({ title, code }) => [title, code] as const),
      ['walks', TYPESCRIPT_WALKS],
      ['export', TYPESCRIPT_EXPORT],
      ['files', TYPESCRIPT_FILES],
    ]);
    const fileOf = (title: string): string => title.replaceAll(/\W+/g, '-');
    let packed: readonly string[];

    /** An empty project, with the packed client installed and the programs compiled. */
    beforeAll(async () => {
      const npm = (...parameters: string[]) => run('npm', [...parameters, '--loglevel=error']);
      // In the folder of the client: the settings of the service's folder would skip the build.
      const { stdout } = await execute('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', folder], {
        cwd: TYPESCRIPT,
        env: { PATH: process.env.PATH },
      });
      const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
      packed = files.map(({ path }) => path);
      await writeFile(join(folder, 'package.json'), '{ "name": "empty", "type": "module" }');
      // The one package that it needs, without a registry.
      const yaml = join(PROJECT_DIR, 'node_modules', 'yaml');
      const dependency = JSON.parse(await npm('pack', '--json', '--ignore-scripts', yaml)) as [{ filename: string }];
      await npm('install', '--offline', '--no-audit', `./${filename}`, `./${dependency[0].filename}`);
      const sources = [...programs].map(([title, code]) => [`${fileOf(title)}.ts`, code] as const);
      for (const [name, code] of sources) await writeFile(join(folder, name), typeScriptProgram(code));
      const types = ['--types', 'node', '--typeRoots', join(PROJECT_DIR, 'node_modules', '@types')];
      const names = sources.map(([name]) => name);
      await run(process.execPath, [TSC, ...TSC_OPTIONS, ...types, ...names]).catch((error: { stdout?: string }) => {
        throw new Error(error.stdout);
      });
    });

    const output = async (title: string): Promise<string[]> =>
      linesOf(await run(process.execPath, [`${fileOf(title)}.js`]));

    it('is packed as its code, its types, its README and the skill, and needs no other package than yaml', async () => {
      const modules = packed.filter((path) => path.startsWith('dist/'));
      const skills = SKILL_FILES.map((name) => `skills/commerce-analytics/${name}`);
      expect(packed.filter((path) => !modules.includes(path)).sort()).toEqual(
        ['README.md', 'package.json', ...skills].sort(),
      );
      expect(modules.every((path) => /^dist\/[a-z-]+(\.d\.ts|\.js)$/.test(path) && !path.includes('spec'))).toBe(true);
      const installed = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as { packages: object };
      expect(Object.keys(installed.packages)).toEqual([
        '',
        'node_modules/commerce-analytics-client',
        'node_modules/yaml',
      ]);
      const { dependencies } = JSON.parse(await readFile(join(TYPESCRIPT, 'package.json'), 'utf8')) as Packages;
      const service = JSON.parse(await readFile(join(PROJECT_DIR, 'package.json'), 'utf8')) as Packages;
      expect(dependencies).toEqual({ yaml: service.dependencies['yaml'] });
    });

    it.each(typeScriptExamples)('README: $title', async ({ title }) => {
      expect(await output(title)).toEqual(await linesFor(title, ['left false']));
    });

    describe('the command', () => {
      /** What npx runs, without its second: the lines of the README are run by npx itself. */
      const DIRECTLY = 'npx() { local name=$1; shift; node_modules/.bin/"$name" "$@"; }';
      const shell = (line: string, env: object = {}, before = DIRECTLY) =>
        run('bash', ['--norc', '-o', 'pipefail', '-c', `${before}\n${line}`], env).then(
          (stdout) => ({ status: 0, lines: linesOf(stdout), stderr: '' }),
          ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
            ...{ status: code, lines: linesOf(stdout), stderr },
          }),
        );

      const readme = readFileSync(join(TYPESCRIPT, 'README.md'), 'utf8');
      it.each(readCommands(readme))('README: %s', async (line) => {
        const expectedLines = (await COMMAND_LINES[line.split(' ').slice(2, 4).join(' ')]?.(service.api)) ?? [];
        expect(expectedLines.length).toBeGreaterThan(1);
        expect(await shell(line, {}, '')).toEqual({ status: 0, lines: expectedLines, stderr: '' });
      });

      const session = /```text\n([\s\S]*?)\n```/.exec(readme)?.[1]?.split(/^\$ /m).slice(1) ?? [];
      it.each(session)('is told by the session of the README: %s', async (text) => {
        const [line = '', ...printed] = text.trimEnd().split(/\r?\n/);
        const { lines, stderr } = await shell(`npx ${line} --format table`);
        expect([...lines, ...linesOf(stderr)].filter(Boolean)).toEqual(printed);
      });

      it('answers the call that the skill shows', async () => {
        const skill = await readFile(join(folder, 'node_modules', 'commerce-analytics-client', SKILL), 'utf8');
        const [line = '', ...others] = readCommands(skill);
        const { status, lines } = await shell(line);
        const filter = { region: 'US', date_info: { type: 'week', value: '2026-26' } };
        const { list } = await service.api.ask<{ list: object[] }>('/product/v1/rank/topSelling', {
          ...{ filter, pagesize: 5 },
        });
        expect([status, others, lines]).toEqual([0, [], list.map((row) => JSON.stringify(row))]);
        expect(list).toHaveLength(5);
      });

      it('prints a table whose figures are those of the ranking', async () => {
        const { lines } = await shell(
          'npx commerce-analytics rank sales --region US --last 1w --limit 3 --format table',
        );
        const filter = { region: 'US', date_info: { type: 'week', value: '2026-26' } };
        const { body } = await service.api.post<{ list: RankedRow[] }>('/creator/v1/rank/topEcommerce', {
          filter,
          pagesize: 3,
        });
        const cells = body.data.list.map(
          ({ rank, previous_rank, uid, creator, creator_usd_gmv, video_usd_gmv, live_usd_gmv }) => {
            const amounts = [creator_usd_gmv, video_usd_gmv, live_usd_gmv].map((amount) =>
              amount.toLocaleString('en-US'),
            );
            return [String(rank), String(previous_rank), uid, creator.region, ...amounts, creator.nickname];
          },
        );
        expect(lines.slice(1).map((line) => line.trim().split(/ {2,}/))).toEqual(cells);
      });

      it.each([
        ['--help', {}, 0, ''],
        ['search products --limit 5 --format csv | head -n 1', {}, 0, ''],
        ['search products', { COMMERCE_ANALYTICS_TOKEN: 'unknown' }, 1, 'The token is not valid'],
        ['search products', { COMMERCE_ANALYTICS_URL: 'http://127.0.0.1:9' }, 1, 'Retrying in'],
        ['search products', { COMMERCE_ANALYTICS_URL: '' }, 2, 'COMMERCE_ANALYTICS_URL'],
        ['search things', {}, 2, '"things" is none of videos, products, lives, creators, shops.'],
        ['search creators --last 4w', {}, 2, 'Creators have no time'],
        ['history creator 1 2', {}, 2, 'history takes no words; "2" is left over.'],
        ['export sales --last 1w --fields uid --limit 1', {}, 0, ''],
        ['export top-shops --last 1w --fields seller_id --limit 1', {}, 0, ''],
        ['history 1', {}, 2, '"1" is none of creator, product, shop, category.'],
        ['rank sales beauty', {}, 2, 'rank takes no words; "beauty" is left over.'],
        ['look', {}, 2, 'There is no command "look"'],
        ['search products --last 4y', {}, 2, '--last is "4y"'],
        ['rank sales --last 40w', {}, 2, '92'],
        ['search products --limit 0', {}, 2, '--limit is 0'],
        ['search products --filter {', {}, 2, '--filter is {'],
        ['search products --format xml', {}, 2, '--format is xml'],
        ['search products --format parquet', {}, 2, 'it must be one of table, json, ndjson, csv.'],
        ['export products --format parquet > /dev/full', {}, 3, "The rows can't be written: ENOSPC"],
        ['search products --filter [1]', {}, 2, '--filter is [1]; it must be a JSON object'],
        ['search products --filter null', {}, 2, '--filter is null; it must be a JSON object'],
        [`search products --region US --filter '{"region":"GB"}'`, {}, 2, '--region and --filter both set region.'],
        [
          `search lives --last 1d --filter '{"create_time_range":{"min":1}}'`,
          {},
          2,
          '--last and --filter both set create_time_range.',
        ],
        [`rank sales --last 1m --filter '{"date_info":{}}'`, {}, 2, '--last and --filter both set date_info.'],
        ['history creator 1 --limit 1', {}, 2, 'history creator takes no --limit.'],
        ['history creator 1 --sort usd_gmv', {}, 2, 'history creator takes no --sort.'],
        ['history product 1 --filter {}', {}, 2, 'history product takes no --filter.'],
        ['history shop 1 --region XX', {}, 2, 'history shop takes no --region.'],
        ['history category 10,11', {}, 2, '"10,11" is no category id'],
        ['history creator', {}, 2, 'history creator needs an id.'],
        ['suggest creators beau --last 1d', {}, 2, 'suggest creators takes no --last.'],
        ['export breakdown product extra', {}, 2, 'export takes no words; "extra" is left over.'],
        ['search products --limit 3 > /dev/full', {}, 3, "The rows can't be written: ENOSPC"],
        ['search products --limit 3 --format csv > /dev/full', {}, 3, "The rows can't be written: ENOSPC"],
        ['search products --limit 3 --format table > /dev/full', {}, 3, "The rows can't be written: ENOSPC"],
        ['rank sales --last 1w > /dev/full', {}, 3, "The rows can't be written: ENOSPC"],
        ['suggest creators beau > /dev/full', {}, 3, "The rows can't be written: ENOSPC"],
        ['export products --format csv > /dev/full', {}, 3, "The rows can't be written: ENOSPC"],
        ['--help > /dev/full', {}, 3, "The rows can't be written: ENOSPC"],
        ['search products --limit 1 2> /dev/full', {}, 0, ''],
        ['search products --colour red', {}, 2, 'There is no option --colour; --help lists them.'],
        ['search products --last', {}, 2, '--last needs a value, such as 4w.'],
        ['search products --json=1', {}, 2, '--json takes no value.'],
        ['search products --json --format csv', {}, 2, 'Either --json or --format.'],
        ['search products --last 1d --from 2026-06-01 --to 2026-06-02', {}, 2, 'Either --last or --from and --to.'],
        ['search products --from 2026-06-01', {}, 2, '--from and --to are given together.'],
        ['search products --from 2026-06-31 --to 2026-07-01', {}, 2, '2026-06-31 is no moment.'],
        ['search products --every 5', {}, 2, 'search products takes no --every.'],
        ['search products --lang XX', {}, 2, 'lang'],
        ['watch suggest creators x', {}, 2, '"suggest" is none of search, rank, history, breakdown, facets, periods.'],
        ['watch search products --json', {}, 2, 'watch search products takes no --json.'],
        ['periods top-shops --per year', {}, 2, '"year" is none of day, week, month.'],
        ['search products --fields title,colour', {}, 2, 'There is no field "colour"'],
        ['search products --sort colour', {}, 2, 'orderby[0].field is "colour"'],
      ])('%s, with %j, ends with %i', async (parameters, env, status, message) => {
        const ended = await shell(`npx commerce-analytics ${parameters}`, env);
        expect(ended).toMatchObject({ status, stderr: expect.stringContaining(message) as string });
      });

      it.each(['search', 'rank', 'history', 'breakdown', 'facets', 'export', 'periods', 'suggest', 'watch'])(
        'has help of its own: %s',
        async (name) => {
          const { status, lines } = await shell(`npx commerce-analytics ${name} --help`);
          expect([status, lines[0]]).toEqual([0, expect.stringMatching(`^Usage: commerce-analytics ${name} <`)]);
          expect(lines.filter((line) => line.startsWith('  --')).length).toBeGreaterThan(4);
        },
      );

      it('prints one array with --json', async () => {
        const { lines } = await shell('npx commerce-analytics search creators --sort follower_count --limit 3 --json');
        const body = { orderby: [{ field: 'follower_count' }], pagesize: 3 };
        const answer = await service.api.post<{ list: object[] }>('/creator/v1/search', body);
        expect(JSON.parse(lines.join(''))).toEqual(answer.body.data.list);
        const none = await shell('npx commerce-analytics search creators qqqqqq --json');
        expect(none.lines).toEqual(['[]']);
      });

      it('counts by filters in the language asked for', async () => {
        const { lines } = await shell(
          'npx commerce-analytics facets products --by region,l1_category_id --size 2 --lang ZH_CN --from 2026-06-01 --to 2026-06-30',
        );
        const min = Date.UTC(2026, 5, 1) / 1000;
        const answer = await service.api.post<{ facets: { field: string; values: object[] }[] }>('/product/v1/facets', {
          filter: { launch_time_range: { min, max: Date.UTC(2026, 6, 1) / 1000 - 1 } },
          facets: ['region', 'l1_category_id'].map((field) => ({ field, size: 2 })),
          lang: 'ZH_CN',
        });
        const rows = answer.body.data.facets.flatMap(({ field, values }) => values.map((one) => ({ field, ...one })));
        expect(rows).toHaveLength(4);
        expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rows);
      });

      it('has the periods of a ranking, and histories between days', async () => {
        const { lines } = await shell('npx commerce-analytics periods sales --per month --limit 2 --fields date_value');
        expect(lines).toEqual(['2026-06', '2026-05'].map((date_value) => JSON.stringify({ date_value })));
        const history = await shell(
          'npx commerce-analytics history creator 7129000000000043360 --per week --from 2026-06-10 --to 2026-06-24 --fields date_value',
        );
        expect(history.lines).toEqual(
          ['2026-24', '2026-25', '2026-26'].map((date_value) => JSON.stringify({ date_value })),
        );
      });

      it('ends with 3 when a file takes only a part of the last line', async () => {
        const { status, stderr } = await shell('ulimit -f 1; node_modules/.bin/commerce-analytics --help > help.txt');
        expect([status, stderr]).toEqual([3, expect.stringContaining("The rows can't be written: EFBIG")]);
        expect(await readFile(join(folder, 'help.txt'))).toHaveLength(1024);
      });

      it.each([
        ['products', '/product/v1/export', {}],
        ['products --fields shop.name,title', '/product/v1/export', { fields: ['title', 'shop.name'] }],
        ['videos', '/video/v1/export', { filter: { create_time_range: { min: 0 } } }],
        ['creators --region JP', '/creator/v1/export', { filter: { region: 'JP' } }],
        [
          'top-products --last 1w',
          '/product/v1/rank/topSelling/export',
          { filter: { date_info: { type: 'week', value: '2026-26' } } },
        ],
      ])('writes the CSV of the service: export %s', async (parameters, path, body) => {
        const command = join(folder, 'node_modules', '.bin', 'commerce-analytics');
        const own = await run(command, ['export', ...parameters.split(' '), '--format', 'csv']);
        const { body: text } = await service.api.post(path, { ...body, format: 'csv' });
        expect(own).toBe(text as unknown as string);
      });

      it('writes Parquet, and into no terminal', async () => {
        const chosen = 'export products --region GB --fields product_id,price,shop.name --format parquet';
        expect(await shell(`npx commerce-analytics ${chosen} > products.parquet`)).toMatchObject({
          status: 0,
          stderr: '',
        });
        const request = { filter: { region: 'GB' }, fields: ['product_id', 'price', 'shop.name'] };
        const { body: text } = (await service.api.post('/product/v1/export', request)) as unknown as { body: string };
        await expectParquet('products.parquet', linesOf(text));
        const terminal = await shell(
          `script --quiet --return --command 'node_modules/.bin/commerce-analytics ${chosen}' /dev/null`,
        );
        expect(terminal).toMatchObject({ status: 2, lines: ['Parquet is not for a terminal; add > FILE.'] });
      });

      it('ends with 3, after its rows, when the service ends an export before all that match', async () => {
        const operated = await startTestApp({
          name: 'clients-operated',
          indices: seededIndices(),
          config: { exportMaxRows: 5 },
        });
        const env = { COMMERCE_ANALYTICS_URL: operated.url, COMMERCE_ANALYTICS_TOKEN: operated.token };
        const exporting = (options: string) => shell(`npx commerce-analytics export products ${options}`, env);
        const { status, lines, stderr } = await exporting('--fields product_id');
        expect([status, lines.length]).toEqual([3, 5]);
        expect(await exporting('--format parquet > five.parquet')).toMatchObject({ status: 3, stderr });
        expect(parquetMetadata(Uint8Array.from(await readFile(join(folder, 'five.parquet'))).buffer).num_rows).toBe(5n);
        expect(stderr).toMatch(/^The export has 5 of \d+ rows that match/);
        expect(await exporting('--fields product_id --limit 5')).toMatchObject({ status: 0, stderr: '' });
        await operated.close();
      });

      it('ends with 3 when an export breaks off', async () => {
        breakExports();
        const { status, lines, stderr } = await shell('npx commerce-analytics export videos --fields video_id');
        expect([status, lines.length]).toEqual([3, 200]);
        expect(stderr).toContain('The export broke off after 200 of');
        breakExports();
        const parquet = await shell('npx commerce-analytics export videos --format parquet > videos.parquet');
        proxy.heal();
        expect([parquet.status, parquet.stderr]).toEqual([
          3,
          expect.stringMatching(/^The export broke off after 0 of /),
        ]);
      });
    });

    it('walks and exports give every record once', async () => {
      expect(JSON.parse((await output('walks')).join(''))).toEqual([expected, expected]);
    });

    it('writes the files of exports', async () => {
      await output('files');
      await expectFiles();
    });

    it('throws when an export breaks off', async () => {
      expect(await output('export')).toEqual([`${expected.Videos?.length} whole`]);
      breakExports();
      expect(await output('export')).toEqual(['200 BrokenExportError']);
      proxy.heal();
    });

    it('has the types and columns of the OpenAPI document', async () => {
      await expect(generateTypeScriptSources('check')).resolves.toBeUndefined();
    });

    it('is made for browsers as well: a bundle of it imports nothing', async () => {
      const input = join(folder, 'node_modules', 'commerce-analytics-client', 'dist', 'index.js');
      const { stderr } = await execute(
        process.execPath,
        [ROLLDOWN, input, '--platform=browser', '--file', 'bundle.js'],
        {
          cwd: folder,
        },
      );
      expect(stderr).toBe('');
      const code = await readFile(join(folder, 'bundle.js'), 'utf8');
      expect(code).toContain('/video/v1/search');
      expect(code).not.toMatch(/^import\b|\bimport\(|\brequire\(|\bnode:|\bprocess\.|\bBuffer\b/m);
    });
  });

  describe('in Python', () => {
    const bin = environment ?? '';
    const python = join(bin, 'python');
    const site = (): string => join(folder, 'site');

    beforeAll(async () => {
      if (environment === undefined) return;
      const pip = ['-m', 'pip', '--disable-pip-version-check', '--quiet'];
      const alone = ['--no-deps', '--no-index'];
      await run(python, [...pip, 'wheel', ...alone, '--no-build-isolation', '--wheel-dir', folder, PYTHON]);
      const wheel = 'commerce_analytics_client-1.1.0-py3-none-any.whl';
      await run(python, [...pip, 'install', ...alone, '--target', site(), join(folder, wheel)]);
    });

    const output = async (...parameters: string[]): Promise<string[]> =>
      linesOf(await run(python, parameters, { PYTHONPATH: site() }));
    const outputOf = (code: string): Promise<string[]> => output('-c', pythonProgram(code));

    withPython('has the skill', async () => {
      const read = `import importlib.resources as r; print((r.files("commerce_analytics") / "${SKILL}").read_text("utf-8"), end="")`;
      expect((await output('-c', read)).join('\n').trimEnd()).toBe(readFileSync(SKILL, 'utf8').trimEnd());
    });

    withPython.each(pythonExamples)('README: $title', async ({ title, code }) => {
      expect(await outputOf(code)).toEqual(await linesFor(title));
    });

    withPython('walks and exports give every record once, with asyncio and without', async () => {
      const [plain = '', asynchronous = ''] = await outputOf(PYTHON_WALKS);
      expect(JSON.parse(plain)).toEqual([expected, expected]);
      expect(JSON.parse(asynchronous)).toEqual([expected, expected]);
    });

    withPython('writes the files of exports, with asyncio and without', async () => {
      await outputOf(PYTHON_FILES);
      await expectFiles();
    });

    withPython('raises when an export breaks off', async () => {
      expect(await outputOf(PYTHON_EXPORT)).toEqual([`${expected.Videos?.length} whole`]);
      breakExports();
      expect(await outputOf(PYTHON_EXPORT)).toEqual(['200 BrokenExportError']);
      proxy.heal();
    });

    withPython('draws the example’s picture, from the sums of the month', async () => {
      const { body } = (await service.api.post('/creator/v1/rank/topEcommerce/export', {
        filter: { date_info: { type: 'month', value: '2026-06' } },
      })) as unknown as { readonly body: string };
      const sums = new Map<string, number>();
      for (const line of linesOf(body)) {
        const { category, creator_usd_gmv } = JSON.parse(line) as {
          category: { name: string };
          creator_usd_gmv: number;
        };
        sums.set(category.name, (sums.get(category.name) ?? 0) + creator_usd_gmv);
      }
      const best = [...sums].sort(([, one], [, other]) => other - one);
      const picture = join(folder, 'sales.png');
      expect(await output(join(PYTHON, 'examples', 'sales_by_category.py'), picture)).toEqual([
        '2026-06',
        ...best.slice(0, 10).map(([name, gmv]) => `${name}: ${Math.round(gmv)} USD`),
      ]);
      const png = await readFile(picture);
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1300, 520]);
    });

    withPython('passes its own tests', async () => {
      const { stdout } = await execute(join(bin, 'pytest'), ['--rootdir', PYTHON], { cwd: PYTHON });
      expect(stdout).toMatch(/^\d{3} passed in [\d.]+s/m);
    });

    withPython('is typed, and so are the programs of its README', async () => {
      const readme = join(folder, 'readme');
      await mkdir(readme);
      const programs = [...pythonExamples.map(({ code }) => code), PYTHON_WALKS, PYTHON_EXPORT, PYTHON_FILES];
      for (const [index, code] of programs.entries())
        await writeFile(join(readme, `example_${index}.py`), pythonProgram(code));
      const cache = ['--cache-dir', join(PROJECT_DIR, '.cache', 'mypy')];
      const own = ['src', 'tests', 'examples', 'generate.py'];
      const files = programs.map((_, index) => join(readme, `example_${index}.py`));
      const said = await execute(join(bin, 'mypy'), [...cache, ...own, ...files], { cwd: PYTHON }).then(
        ({ stdout }) => stdout,
        ({ stdout }: { stdout: string }) => stdout,
      );
      expect(said).toMatch(/^Success: no issues found/);
      expect(existsSync(join(site(), 'commerce_analytics', 'py.typed'))).toBe(true);
    });

    withPython('is linted and formatted', async () => {
      await execute(join(bin, 'ruff'), ['check', '--no-cache', '.'], { cwd: PYTHON });
      await execute(join(bin, 'ruff'), ['format', '--no-cache', '--check', '.'], { cwd: PYTHON });
    });

    withPython('has the models of the OpenAPI document, and one client made from the other', async () => {
      await expect(generatePythonSources('check', bin)).resolves.toBeUndefined();
    });
  });

  it('have the same sections in both READMEs', () => {
    const titles = ({ title }: Example): string => title;
    expect(pythonExamples.map(titles)).toEqual([...typeScriptExamples.map(titles), 'With asyncio']);
    expect(Object.keys(EXPECTED_LINES)).toEqual(pythonExamples.map(titles));
  });

  /** The lines that an example prints, and then those that only one language's prints. */
  async function linesFor(title: string, ownLines: readonly string[] = []): Promise<string[]> {
    const lines = (await EXPECTED_LINES[title]?.(service.api)) ?? [];
    return title === 'What is repeated' ? [...lines, ...ownLines] : lines;
  }
});
