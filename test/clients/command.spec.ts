import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { COLUMNS, ON_REQUEST } from '../../clients/typescript/src/columns.js';
import {
  BREAKDOWN,
  FACETS,
  HISTORIES,
  RANKINGS as RANKING_LISTS,
  SEARCHES,
  SHOPS,
} from '../../clients/typescript/src/lists.js';
import { columnsThatFit, csvLine, tableLines, withValues } from '../../clients/typescript/src/row-writer.js';
import { CreatorRecord } from '../../src/creator/creator.record.js';
import { recordWriter } from '../../src/http/export/record-writer.js';
import { LiveRecord } from '../../src/live/live.record.js';
import { ProductRecord } from '../../src/product/product.record.js';
import { RANKINGS } from '../../src/rankings/rankings.requests.js';
import { BreakdownRecord } from '../../src/sales/breakdown.record.js';
import { VideoRecord } from '../../src/video/video.record.js';
import { execute } from '../../tools/testing/python-package.js';
import { OPEN_API } from '../support/open-api.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const TSC = join('node_modules', 'typescript', 'bin', 'tsc');
interface Field {
  readonly description?: string;
  readonly $ref?: string;
  readonly enum?: readonly (string | null)[];
  readonly oneOf?: readonly Field[];
  readonly allOf?: readonly Field[];
  readonly anyOf?: readonly Field[];
  readonly properties?: Readonly<Record<string, Field>>;
}

const SCHEMAS = OPEN_API.components.schemas as Readonly<Record<string, Field>>;
function valuesOf(schema: string, field: string): readonly string[] {
  const valuesIn = ({ $ref, enum: own, oneOf, allOf, anyOf }: Field = {}): readonly (string | null)[] => {
    const [first] = oneOf ?? allOf ?? anyOf ?? [];
    return own ?? valuesIn($ref === undefined ? first : SCHEMAS[$ref.split('/').at(-1) ?? '']);
  };
  return valuesIn(SCHEMAS[schema]?.properties?.[field] ?? { enum: [] }).filter((one) => one !== null);
}
const BYS = valuesOf('BreakdownRequest', 'by');
const EXCEL = '\ufeffproduct_id\r\n="1729000001123436501"\r\n';

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command against a service of a few fixed answers. */
describe('the command', () => {
  const folder = temporaryFolder('command');
  let server: Server;
  let version = 1;
  let regions = [
    { region: 'US', usd_gmv: 2 },
    { region: 'GB', usd_gmv: 1 },
  ];
  let asked: { path: string; body: Record<string, unknown> }[] = [];

  beforeAll(async () => {
    const options = ['-p', join('clients', 'typescript', 'tsconfig.build.json'), '--outDir', folder];
    await execute(process.execPath, [TSC, ...options]);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (part) => (text += String(part)));
      request.on('end', () => {
        const body = JSON.parse(text || '{}') as { page?: number; pagesize?: number };
        const path = request.url ?? '';
        asked.push({ path, body });
        if (path.endsWith('/export')) {
          response.writeHead(200, { 'Content-Type': 'text/csv', 'X-Total-Count': '1' }).end(EXCEL);
          return;
        }
        const { page = 1, pagesize = 10 } = body;
        const rows = Array.from({ length: 250 }, (_, at) => ({ uid: String(at) }));
        const list = rows.slice((page - 1) * pagesize, page * pagesize);
        const periods = Array.from({ length: 25 }, (_, at) => ({ date_value: String(at) }));
        const data =
          path === '/v1/links'
            ? { url: 'http://service.example/v1/links/t/f.csv', expires_at: 1 }
            : path === '/v1/usage'
              ? { name: 'analyst', scopes: ['video'], per_day: 100, left_today: 99 }
              : path.startsWith('/sales')
                ? { list: regions, total: regions.length }
                : path.startsWith('/live')
                  ? { list, has_more: 1 }
                  : path.includes('/periods')
                    ? { list: periods }
                    : { list, total: 250 };
        const envelope = { code: 0, data, message: '', timestamp: 1, request_id: 'r' };
        response.writeHead(200, { 'Content-Type': 'application/json', 'X-Data-Version': `a.${version}` });
        response.end(JSON.stringify(envelope));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    server.close();
  });

  async function shell(line: string): Promise<Ended> {
    const { port } = server.address() as AddressInfo;
    const env = { PATH: process.env.PATH, COMMERCE_ANALYTICS_URL: `http://127.0.0.1:${port}` };
    const options = { cwd: folder, env: { ...env, COMMERCE_ANALYTICS_TOKEN: 't' } };
    asked = [];
    return execute('bash', ['--norc', '-c', line], options).then(
      ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
      ({ code, stdout, stderr }: Ended & { code: number }) => ({ status: code, stdout, stderr }),
    );
  }
  const command = (parameters: string): Promise<Ended> => shell(`node command.js ${parameters}`);
  const rowsOf = ({ stdout }: Ended): number => stdout.split('\n').filter(Boolean).length;

  it.each([
    ['search creators', 20, '20 rows of 250; --limit prints more, --all or export all.\n'],
    ['search lives', 20, '20 rows of more; --limit prints more, --all or export all.\n'],
    ['periods sales', 20, '20 rows of 25; --limit prints more, --all or export all.\n'],
    ['periods sales --all', 25, ''],
    ['search creators --all', 250, ''],
    ['search creators --limit 5', 5, ''],
    ['breakdown region', 2, ''],
  ])('prints %s: %i rows, and says how many there are', async (parameters, rows, stderr) => {
    const ended = await command(parameters);
    expect([ended.status, rowsOf(ended), ended.stderr]).toEqual([0, rows, stderr]);
  });

  it.each([
    ['search', 'search needs a kind: videos, products, lives, creators, shops.'],
    ['rank', `rank needs a list: ${Object.keys(RANKING_LISTS).join(', ')}.`],
    ['watch', 'watch needs a command: search, rank, history, breakdown, facets, periods.'],
    ['search things', '"things" is none of videos, products, lives, creators, shops.'],
    ['search creators --region US --region GB', '--region is given twice.'],
    ['search creators --limit 5 --all', 'Either --limit or --all.'],
    ['search creators --excel', 'search creators takes no --excel.'],
    ['export products --excel --format json', '--excel is for --format csv.'],
    ['breakdown creator,colour', `"colour" is none of ${BYS.join(', ')}.`],
    ['breakdown', `breakdown needs a by: ${BYS.join(', ')}.`],
    ['history creator 7 --per year', '"year" is none of day, week, month.'],
    ['link breakdown product extra', 'link takes no words; "extra" is left over.'],
    ['link sales lipstick', 'link takes no words; "lipstick" is left over.'],
  ])('refuses %s', async (parameters, message) => {
    expect(await command(parameters)).toEqual({ status: 2, stdout: '', stderr: `${message}\n` });
    expect(asked).toEqual([]);
  });

  it('links to an export: the operation, its request with the format, days and name', async () => {
    const ended = await command('link products lipstick --region US --limit 50 --format parquet --days 7 --name reds');
    expect(ended).toEqual({ status: 0, stdout: 'http://service.example/v1/links/t/f.csv\n', stderr: '' });
    const request = { keywords: 'lipstick', filter: { region: 'US' }, limit: 50, format: 'parquet' };
    const body = { operation: 'exportProducts', request, expires_in: 7 * 86_400, name: 'reds' };
    expect(asked).toEqual([{ path: '/v1/links', body }]);
    await command('link breakdown creator,region --from 2026-06-01 --to 2026-06-30 --excel');
    expect(asked[0]?.body).toMatchObject({
      operation: 'exportSalesBreakdown',
      request: { by: ['creator', 'region'], from: '2026-06-01', to: '2026-06-30', format: 'csv', excel: true },
      expires_in: 30 * 86_400,
    });
  });

  it.each([
    ['link sales', { filter: { date_info: { type: 'month', value: 'last' } } }],
    ['link sales --last 1w', { filter: { date_info: { type: 'week', value: 'last' } } }],
    ['link sales --last 4w', { filter: { date_info: { type: 'range', value: 'last-27d~last' } } }],
    ['link breakdown creator', { by: 'creator', from: 'last-27d', to: 'last' }],
    ['link breakdown creator --last 1d', { by: 'creator', from: 'last-0d', to: 'last' }],
    ['link videos', { filter: { create_time_range: { min: 0 } } }],
    ['link videos --last 2m', { filter: { create_time_range: { last: '60d' } } }],
    ['history creator 7', { uid: '7', date_type: 'month', from: 'last-345d', to: 'last' }],
    ['history category 10 --last 3w', { l1_category_id: 10, date_type: 'week', from: 'last-14d', to: 'last' }],
    [
      'history shop 1 --from 2025-12-29 --to 2026-01-11 --per week',
      { seller_id: '1', date_type: 'week', from: '2026-01', to: '2026-02' },
    ],
  ])('asks for days that follow the data, without another question: %s', async (parameters, expected) => {
    await command(parameters);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body['request'] ?? asked[0]?.body).toMatchObject(expected);
  });

  it.each([
    ['follower_count', { field: 'follower_count' }],
    ['follower_count:asc', { field: 'follower_count', order: 'asc' }],
  ])('sorts by %s', async (sort, item) => {
    await command(`search creators --limit 1 --sort ${sort}`);
    expect(asked[0]?.body['orderby']).toEqual([item]);
  });

  it.each([
    ...BYS.map((by): [string, string | string[]] => [`breakdown ${by}`, by]),
    ['breakdown creator,week', ['creator', 'week']],
    ['export breakdown price_band --excel', 'price_band'],
    ['export breakdown shop,day --excel', ['shop', 'day']],
  ])('sends the keys of %s', async (parameters, by) => {
    await command(`${parameters} --from 2026-06-01 --to 2026-06-30`);
    expect(asked.map(({ body }) => body['by'])).toEqual([by]);
  });

  it('names each measure, period and language that the document has', async () => {
    const { stdout: facets } = await command('facets --help');
    const requests = ['VideoFacetsRequest', 'ProductFacetsRequest', 'LiveFacetsRequest'];
    const measures = requests.flatMap((request) => valuesOf(request, 'measure'));
    expect(measures).toContain('play_count');
    for (const value of [...measures, ...valuesOf('VideoFacetsRequest', 'lang')]) expect(facets).toContain(value);
    const { stdout: history } = await command('history --help');
    expect(history).toContain(`what a row is about: ${valuesOf('HistoryRequest', 'date_type').join(', ')}`);
  });

  it('tells whose token it has', async () => {
    const { status, stdout } = await command('whoami');
    expect([status, JSON.parse(stdout)]).toEqual([
      0,
      { name: 'analyst', scopes: ['video'], per_day: 100, left_today: 99 },
    ]);
    expect(asked.map(({ path }) => path)).toEqual(['/v1/usage']);
    expect((await command('whoami --help')).stdout).toMatch(/^Usage: commerce-analytics whoami \[options\]\n/);
    expect(await command('whoami me')).toEqual({
      status: 2,
      stdout: '',
      stderr: 'whoami takes no words; "me" is left over.\n',
    });
  });

  it('asks for the fields on request that --fields names', async () => {
    const days = '--from 2026-06-01 --to 2026-06-30';
    const { stdout } = await command(`rank sales ${days} --limit 1 --fields rank_by_figure --format csv`);
    expect([stdout.split('\r\n')[0], asked[0]?.body]).toMatchObject([
      'rank_by_figure',
      { fields: ['uid', 'rank_by_figure'] },
    ]);
    await command(`rank sales ${days} --limit 1 --fields rank`);
    expect(asked[0]?.body).not.toHaveProperty('fields');
  });

  it('writes CSV for spreadsheets', async () => {
    expect(await command('export products --fields product_id --excel')).toMatchObject({ status: 0, stdout: EXCEL });
    expect(asked.map(({ body }) => body)).toMatchObject([{ format: 'csv', excel: true, fields: ['product_id'] }]);
  });

  it.each(['search creators', 'rank sales --from 2026-06-01 --to 2026-06-30', 'export products --excel'])(
    'sends the language: %s',
    async (list) => {
      await command(`${list} --lang ZH_CN`);
      expect(asked.at(-1)?.body).toMatchObject({ lang: 'ZH_CN' });
    },
  );

  describe('watch', () => {
    const look = (parameters: string): Promise<Ended> => command(`watch ${parameters} --once`);

    it('knows the rows of a breakdown by region', async () => {
      const state = '--state regions.json';
      expect(await look(`breakdown region ${state}`)).toEqual({ status: 0, stdout: '', stderr: '' });
      version += 1;
      regions = [
        { region: 'US', usd_gmv: 2 },
        { region: 'GB', usd_gmv: 1.5 },
      ];
      const { stdout } = await look(`breakdown region ${state}`);
      expect(
        stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as object),
      ).toEqual([expect.objectContaining({ change: 'changed', id: { region: 'GB' }, previous: { usd_gmv: 1 } })]);
      const { stdout: table } = await command('breakdown region --format table');
      expect(table.split('\n').map((line) => line.trim().split(/\s+/))).toEqual([
        ['region', 'usd_gmv'],
        ['US', '2'],
        ['GB', '1.5'],
        [''],
      ]);
    });

    it('takes options in another order for the same question', async () => {
      const state = '--state order.json';
      await look(`search creators --region US --sort follower_count ${state}`);
      expect(await look(`search creators ${state} --sort follower_count --region US`)).toMatchObject({ status: 0 });
      expect(await look(`search creators ${state} --region GB`)).toMatchObject({
        status: 2,
        stderr: 'order.json keeps the rows of another question; give this one a file of its own.\n',
      });
    });

    it.each(['', '{', 'null', '[]', '{"question":1}'])('refuses a state file of %j', async (text) => {
      await writeFile(join(folder, 'broken.json'), text);
      expect(await look('search creators --state broken.json')).toEqual({
        status: 2,
        stdout: '',
        stderr: 'broken.json is broken, or no file of watch; delete it, or name another.\n',
      });
      expect(await readFile(join(folder, 'broken.json'), 'utf8')).toBe(text);
      expect(asked).toEqual([]);
    });

    it.each([
      ['no/state.json', 'There is no folder no for no/state.json.'],
      ['.', ". can't be read: EISDIR: illegal operation on a directory, read"],
      ['/proc/state.json', "/proc/state.json can't be written: ENOENT: no such file or directory, open"],
    ])('says why %s can keep no state', async (path, message) => {
      const { status, stderr } = await look(`search creators --state ${path}`);
      expect([status, stderr]).toEqual([2, expect.stringMatching(`^${message.replaceAll('.', '\\.')}.*\n$`)]);
    });
  });

  describe('completion', () => {
    it.each([
      [['search', 'pro'], 'products'],
      [['exp'], 'export'],
      [['search', 'products', '--li'], '--limit'],
      [['export', 'products', '--ex'], '--excel'],
    ])('in bash of %j is %s', async (words, completed) => {
      const line = `source <(node command.js completion bash)
COMP_WORDS=(commerce-analytics ${words.join(' ')}); COMP_CWORD=${words.length}; _commerce_analytics; echo "\${COMPREPLY[@]}"`;
      expect(await shell(line)).toEqual({ status: 0, stdout: `${completed}\n`, stderr: '' });
    });

    it('in zsh is that of bash, in fish a line for each option', async () => {
      const [bash, zsh, fish] = await Promise.all(['bash', 'zsh', 'fish'].map((one) => command(`completion ${one}`)));
      expect(zsh?.stdout).toBe(`autoload -U +X compinit bashcompinit && compinit && bashcompinit\n${bash?.stdout}`);
      expect(fish?.stdout).toContain(
        "complete -c commerce-analytics -n '__fish_seen_subcommand_from search' -a 'videos products lives creators shops'\n",
      );
      expect(fish?.stdout).toContain(
        `complete -c commerce-analytics -n '__fish_seen_subcommand_from search' -l region -r -d 'the filter region'\n`,
      );
    });
  });
});

describe("the command's lists", () => {
  const paths = Object.keys(OPEN_API.paths);
  const idsAt = (end: RegExp): string[] =>
    paths.flatMap((path) => (end.test(path) ? [OPEN_API.paths[path]?.['post']?.operationId ?? ''] : []));

  it('are those of the document', () => {
    const lists = [...Object.values(SEARCHES), SHOPS, ...Object.values(RANKING_LISTS), BREAKDOWN];
    expect(lists.map((list) => list.export).sort()).toEqual(idsAt(/\/export$/).sort());
    expect(
      Object.values(SEARCHES)
        .map(({ count }) => count)
        .sort(),
    ).toEqual(idsAt(/\/facets$/).sort());
    expect(Object.keys(HISTORIES)).toEqual(
      paths.filter((path) => path.endsWith('/history')).map((path) => path.split('/')[1]),
    );
    expect(idsAt(/\/suggest$/)).toEqual(['suggestProductFilters', 'suggestCreators']);
  });

  it('know a row of a breakdown by any key', () => {
    const { properties = {} } = SCHEMAS['BreakdownRecord'] ?? {};
    for (const by of BYS) {
      const fields = Object.keys(properties).filter((name) => properties[name]?.description?.startsWith(`by ${by}: `));
      const known = BREAKDOWN.key.filter((path) => fields.includes(path.split('.')[0] ?? ''));
      expect({ by, known }).toEqual({ by, known: [expect.any(String)] });
      expect(BREAKDOWN.columns).toEqual(expect.arrayContaining(known));
    }
  });

  it('print all that a facet has', () => {
    expect(FACETS.all).toEqual(['field', ...Object.keys(SCHEMAS['FacetValue']?.properties ?? {})]);
  });
});

describe("the command's CSV", () => {
  const RECORDS = [
    ...[VideoRecord, ProductRecord, LiveRecord, CreatorRecord, BreakdownRecord],
    ...Object.values(RANKINGS).map(({ record }) => record),
  ];
  it.each(RECORDS.map((record) => [record.name, record] as const))(
    'has the columns of an export: %s',
    (name, record) => {
      const onRequest = ON_REQUEST[name] ?? [];
      const columns = COLUMNS[name as keyof typeof COLUMNS].filter((path) => !onRequest.includes(path));
      expect(`${columns.join()}\r\n`).toBe(recordWriter(record, { format: 'csv', fields: [] }).head);
    },
  );

  it.each([
    ...['=cmd|x', '+49', '-5 %', '@name', '\ttab', '\rreturn', '\nline', "'quoted", '', '＝1', '＋1', '－1', '＠x'],
    ...['a "b", c', 'two\r\nlines', '1e5', '手机 😀', null, undefined],
  ])('has the cell of an export: %j', (desc) => {
    const video = { video_id: '1', desc, gmv: -1.5, product_info: [{ title: '=1' }], creator: null };
    const writer = recordWriter(VideoRecord, { format: 'csv', fields: [] });
    expect(csvLine(video, COLUMNS.VideoRecord)).toBe(writer.write([video]));
    const field = recordWriter(VideoRecord, { format: 'csv', fields: ['desc'] });
    expect(csvLine(video, ['desc'])).toBe(field.write([video]));
  });
});

describe("the command's table", () => {
  it('is aligned by what a terminal shows', () => {
    const names = ['Ava', '👨‍👩‍👧‍👦 Fam', '手机', 'Zoë', 'u\u200bv', '한국', '❤️', 'ｶﾞｷﾞ', 'ﾞ'];
    expect(
      tableLines(
        names.map((name, at) => ({ name, id: String(at) })),
        ['name', 'id'],
      ),
    ).toEqual([
      'name    id',
      'Ava     0',
      '👨‍👩‍👧‍👦 Fam  1',
      '手机    2',
      'Zoë     3',
      'u\u200bv      4',
      '한국    5',
      '❤️      6',
      'ｶﾞｷﾞ    7',
      'ﾞ       8',
    ]);
  });

  it.each([
    [80, ['id', 'title', 'shop'], 48, []],
    [40, ['id', 'title', 'shop'], 25, []],
    [30, ['id', 'title', 'shop'], 15, []],
    [20, ['id', 'title'], 12, ['shop']],
    [2, ['id'], 12, ['title', 'shop']],
  ])('fits a terminal of %i columns', (width, columns, widest, left) => {
    const table = [{ id: '12345', title: 'A title that is as long as such titles are in shops', shop: 'Shop 1' }];
    const fitting = columnsThatFit(table, ['id', 'title', 'shop'], width);
    expect(fitting).toEqual({ columns, widest, left });
    const [head, row] = tableLines(table, fitting.columns, fitting.widest);
    if (width > 12) expect(Math.max(head?.length ?? 0, row?.length ?? 0)).toBeLessThanOrEqual(width);
  });

  it('cuts a long cell between characters', () => {
    const [, cell] = tableLines([{ name: 'é'.repeat(40) + '👨‍👩‍👧‍👦'.repeat(9) }], ['name']);
    expect(cell).toBe(`${'é'.repeat(40)}${'👨‍👩‍👧‍👦'.repeat(3)}…`);
  });

  it('leaves columns without a value out, unless they are chosen', () => {
    const row = { name: 'Ava', shop: null };
    expect(withValues([row], ['name', 'shop.name'])).toEqual(['name']);
    expect(tableLines([row], ['shop.name', 'name'])).toEqual(['shop.name  name', '           Ava']);
  });
});
