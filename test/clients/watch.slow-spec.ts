import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { raiseDataVersion } from '../../src/elastic/state/data-version.js';
import { execute, findClientEnvironment } from '../../tools/testing/python-package.js';
import { testApp } from '../support/app.js';
import { makeCommand } from '../support/client-command.js';
import { eventually } from '../support/eventually.js';
import { loadRecords } from '../support/load-records.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const ONCE = ['--once', '--state', 'state.json'];
const WATCH = ['watch', 'search', 'creators', '--sort', 'follower_count', '--limit', '3', '--fields', 'follower_count'];

const environment = await findClientEnvironment();
const withPython = environment === undefined ? it.skip : it;

interface Line {
  readonly change: string;
  readonly id: { readonly uid: string };
}

describe('commerce-analytics watch', () => {
  const folder = temporaryFolder('watch');
  const load = (followers: Readonly<Record<string, number>>) =>
    loadRecords({
      creators: Object.entries(followers).map(([uid, follower_count]) => ({ uid, unique_id: uid, follower_count })),
    });
  const indexPrefix = `test-watch-${randomBytes(4).toString('hex')}-`;
  const first = load({ ava: 300, ben: 200, cleo: 100, dan: 50 });
  const service = testApp(() => ({ name: 'watch', config: { indexPrefix }, load: first }));
  beforeAll(async () => {
    await makeCommand(folder);
    await change({});
  });

  /** A load: the records, and another version of the data, which the service knows within a second. */
  async function change(followers: Readonly<Record<string, number>>): Promise<void> {
    await load(followers)(service.elasticsearch, service.names);
    const version = await raiseDataVersion(service.elasticsearch, service.names, 'test');
    await eventually('the service to know the version', async () => {
      const { headers } = await service.api.post('/creator/v1/category');
      return headers.get('X-Data-Version')?.endsWith(`.${version}`);
    });
  }
  const shell = (line: string) =>
    execute('bash', ['--norc', '-o', 'pipefail', '-c', line], {
      cwd: folder,
      env: { PATH: process.env.PATH, COMMERCE_ANALYTICS_URL: service.url, COMMERCE_ANALYTICS_TOKEN: service.token },
    });
  const command = (...parameters: string[]): string => `node command.js ${parameters.join(' ')}`;
  const look = async (): Promise<Line[]> => {
    const { stdout } = await shell(command(...WATCH, ...ONCE));
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
  };

  it('prints a line for each change over three loads, and none without', async () => {
    expect(await look()).toEqual([]);
    expect(await look()).toEqual([]);
    await change({});
    expect(await look()).toEqual([]);
    await change({ ben: 250 });
    expect(await look()).toEqual([
      {
        ...{ change: 'changed', id: { uid: 'ben' }, place: 2, previous_place: 2 },
        ...{ row: { follower_count: 250 }, previous: { follower_count: 200 } },
        data_version: expect.stringMatching(/\.\d+$/) as string,
      },
    ]);
    await change({ dan: 275 });
    expect(await look()).toMatchObject([
      { change: 'new', id: { uid: 'dan' }, place: 2, previous_place: null, row: { follower_count: 275 } },
      { change: 'moved', id: { uid: 'ben' }, place: 3, previous_place: 2, previous: {} },
      { change: 'gone', id: { uid: 'cleo' }, place: null, previous_place: 3, row: { follower_count: 100 } },
    ]);
    expect(await look()).toEqual([]);
  });

  withPython('prints the lines that Python’s client gives', async () => {
    const fields = 'uid,follower_count';
    const typescript = command(...WATCH.slice(0, -1), fields, '--once', '--state', 'lines.json');
    const script = [
      'import json; from commerce_analytics import CommerceClient; client = CommerceClient()',
      `request = {"orderby": [{"field": "follower_count"}], "fields": ${JSON.stringify(fields.split(','))}}`,
      'for change in client.watch(client.all_creators, request, limit=3, key="uid", once=True, state="python.json"):',
      '    print(json.dumps(change, separators=(",", ":"), ensure_ascii=False))',
    ].join('\n');
    await writeFile(join(folder, 'lines.py'), script);
    const python = `PYTHONPATH='${join(PROJECT_DIR, 'clients', 'python', 'src')}' '${join(environment ?? '', 'python')}' lines.py`;
    const both = async () => (await Promise.all([shell(typescript), shell(python)])).map(({ stdout }) => stdout);
    expect(await both()).toEqual(['', '']);
    const loads: Readonly<Record<string, number>>[] = [{ dan: 150 }, { dan: 500, ben: 201 }, { ava: 1, ben: 2 }];
    for (const followers of loads) {
      await change(followers);
      const [lines, others] = await both();
      expect(lines?.split('\n').length).toBeGreaterThan(1);
      expect(others).toBe(lines);
    }
    await change({ ava: 300, ben: 200, cleo: 100, dan: 50 });
  });

  it('takes no file of another question', async () => {
    await look();
    await expect(shell(command('watch', 'search', 'videos', ...ONCE))).rejects.toMatchObject({
      code: 2,
      stderr: 'state.json keeps the rows of another question; give this one a file of its own.\n',
    });
  });

  it('prints a message of a rule after a load, with the page of the explorer', async () => {
    const rule = `{ name: big, operation: searchCreators, request: { orderby: [{ field: follower_count }] }, first: 3, when: { field: follower_count, above: 1000 }, send: stdout }`;
    await writeFile(join(folder, 'rules.yml'), `state: rules.json\nrules: [${rule}]`);
    const run = async () => (await shell(command('watch', '--rules', 'rules.yml', '--once'))).stdout;
    expect(await run()).toBe('');
    await change({ cleo: 900 });
    expect(await run()).toBe('');
    await change({ cleo: 1001 });
    const line = await run();
    expect(line.split('\n')).toHaveLength(2);
    expect(JSON.parse(line)).toMatchObject({
      ...{ id: expect.stringMatching(/^msg_/) as string, rule: 'big', period: null, more: 0 },
      explorer_url: `${service.url}/explore?view=creators&orderby=follower_count&page=1&pagesize=3`,
      rows: [
        { change: 'changed', id: { uid: 'cleo' }, place: 1, previous_place: 1, previous: { follower_count: 900 } },
      ],
    });
    expect(await run()).toBe('');
    const wrong = rule.replace('{ orderby', '{ filter: { region: UK }, orderby');
    await writeFile(join(folder, 'rules.yml'), `state: rules.json\n\nrules: [${wrong}]`);
    await expect(shell(command('watch', '--rules', 'rules.yml', '--check'))).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^rules\.yml:3: big: filter\.region is "UK"; .* Did you mean GB\?\n$/) as string,
    });
  });

  it('goes on until its reader ends', async () => {
    const watching = shell(`${command(...WATCH, '--every', '1')} | head -n 1`);
    let isOver = false;
    void watching.finally(() => (isOver = true));
    for (let followers = 400; !isOver; followers += 1) {
      await change({ ava: followers });
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    const { stdout } = await watching;
    expect(JSON.parse(stdout)).toMatchObject({ change: 'changed', id: { uid: 'ava' } });
  });
});
