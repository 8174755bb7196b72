import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { shiftDay } from '../../src/common/period/period.js';
import { Random } from '../../dev/seed/random.js';
import { execute, findPythonLibrary } from '../../tools/testing/python-package.js';
import { codeIn } from '../documents/document-code.js';
import { makeCommand } from '../support/client-command.js';
import { eventually } from '../support/eventually.js';
import { signatureOf } from '../../clients/typescript/src/rules-delivery.js';
import { temporaryFolder } from '../support/temporary-folder.js';

type Row = Readonly<Record<string, unknown>> & { readonly uid: string };

interface Message {
  readonly rule: string;
  readonly at: string;
  readonly data_version: string;
  readonly previous_data_version: string;
  readonly period: { readonly value: string } | null;
  readonly previous_period: { readonly value: string } | null;
  readonly rows: readonly { readonly change: string; readonly id: { readonly uid: string }; readonly row: Row }[];
}

type Mode = 'accepts' | 'down' | 'slow' | 500 | 410 | 'clock';

const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const KILLS = 100;
const MODES: readonly Mode[] = ['accepts', 'accepts', 'accepts', 'down', 'slow', 500, 'clock'];

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const listening = async (handle: (request: IncomingMessage, response: ServerResponse, text: string) => void) => {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += String(part)));
    request.on('end', () => handle(request, response, text));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};
/** Each run draws the same changes and faults; what a kill meets depends on the machine. */
const random = new Random('rules', 1);

/** A receiver that verifies with the library of the specification, by a clock of its own. */
class Receiver {
  mode: Mode = 'accepts';
  /** Bodies that were accepted, by their ids, each as often as it came. */
  readonly accepted = new Map<string, string[]>();
  readonly refusals: string[] = [];
  attempts = 0;
  lastAt = 0;
  private readonly delays = new Random('slow receivers', 1);
  server: Server;

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.server = await listening((request, response, text) => void receiver.take(request, response, text));
    return receiver;
  }

  get messages(): Message[] {
    const all = [...this.accepted.values()].map(([body = '']) => JSON.parse(body) as Message);
    return all.sort((one, other) => numberOf(one.data_version) - numberOf(other.data_version));
  }

  private async take(request: IncomingMessage, response: ServerResponse, text: string): Promise<void> {
    this.attempts += 1;
    const { mode } = this;
    if (mode === 'down') return void request.socket.destroy();
    if (typeof mode === 'number') return void response.writeHead(mode).end('no');
    const realNow = Date.now;
    if (mode === 'clock') response.setHeader('Date', new Date(realNow() + 3_600_000).toUTCString());
    try {
      Date.now = () => realNow() + (mode === 'clock' ? 3_600_000 : 0);
      new Webhook(SECRET).verify(text, request.headers as Record<string, string>);
    } catch (error) {
      this.refusals.push((error as Error).message);
      return void response.writeHead(400).end((error as Error).message);
    } finally {
      Date.now = realNow;
    }
    const id = String(request.headers['webhook-id']);
    this.accepted.set(id, [...(this.accepted.get(id) ?? []), text]);
    this.lastAt = performance.now();
    if (mode === 'slow') await sleep(this.delays.next() * 1500);
    response.writeHead(204).end();
  }
}

const numberOf = (version: string): number => Number(version.split('.')[1]);

describe('commerce-analytics watch --rules', () => {
  const folder = temporaryFolder('rules');
  let service: Server;
  let receiver: Receiver;
  let ended: Receiver;
  let isDown = false;
  let asked = 0;
  let version = 1;
  let creators = new Map<string, number>();
  /** The rows of each day; the last one is the newest complete one. */
  let days: [day: string, uids: string[]][] = [];
  const said: string[] = [];
  let running: ChildProcess | undefined;

  beforeAll(async () => {
    await makeCommand(folder);
    receiver = await Receiver.start();
    ended = await Receiver.start();
    service = await listening((request, response, text) => {
      asked += 1;
      if (isDown) return void request.socket.destroy();
      const data = answerOf(request.url ?? '', JSON.parse(text || '{}') as Asked);
      response.writeHead(200, { 'Content-Type': 'application/json', 'X-Data-Version': `e.${version}` });
      response.end(JSON.stringify({ code: 0, data, message: '', timestamp: 1, request_id: 'r' }));
    });
  });
  afterAll(async () => {
    running?.kill('SIGKILL');
    for (const server of [service, receiver?.server, ended?.server]) server?.close();
  });

  interface Asked {
    readonly filter?: { readonly date_info?: { readonly value: string } };
    readonly page?: number;
    readonly pagesize?: number;
  }
  function answerOf(path: string, { filter, page = 1, pagesize = 10 }: Asked): object {
    if (path.endsWith('/category')) return { list: [], total: 0 };
    const asked = filter?.date_info?.value;
    const at = asked === undefined ? -1 : asked === 'last' ? days.length - 1 : days.findIndex(([day]) => day === asked);
    const rows: Row[] =
      asked === undefined
        ? [...creators].map(([uid, follower_count]) => ({ uid, follower_count }))
        : (days[at]?.[1] ?? []).map((uid, place) => ({ uid, rank: place + 1 }));
    const before = days[at - 1]?.[0];
    const ofDay = at >= 0 && {
      ...{ date_type: 'day', date_value: days[at]?.[0], complete: true },
      ...{ previous_date_value: before ?? '2026-01-01', previous_complete: before !== undefined },
    };
    return { list: rows.slice((page - 1) * pagesize, page * pagesize), total: rows.length, ...ofDay };
  }

  const write = (name: string, rules: string): Promise<void> =>
    writeFile(join(folder, `${name}.yml`), `every: 1s\nstate: ${name}.json\nrules:\n${rules}`);
  const rule = (name: string, question: string, { server }: Receiver): string =>
    `  - { name: ${name}, ${question}, send: { webhook: { url: '${addressOf(server)}', secret: { env: SECRET } } } }\n`;
  const EACH_CHANGE = 'operation: searchCreators, when: { any: [new, gone, { field: follower_count, changed: 1 }] }';
  const NEW_TODAY =
    'operation: rankTopEcommerceCreators, request: { filter: { date_info: { type: day, value: last } } }, when: new';

  const environment = () => ({
    ...{ PATH: process.env.PATH, SECRET, COMMERCE_ANALYTICS_URL: addressOf(service), COMMERCE_ANALYTICS_TOKEN: 't' },
  });
  /** Starts a process; its lines on standard error are kept. */
  function start(name: string, ...others: readonly string[]): ChildProcess {
    const parameters = ['command.js', 'watch', '--rules', `${name}.yml`, ...others];
    running = spawn(process.execPath, parameters, {
      cwd: folder,
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running.stderr?.on('data', (part) => said.push(String(part)));
    return running;
  }
  const statusOf = async (child: ChildProcess): Promise<number | null> => {
    const [status] = (await once(child, 'exit')) as [number | null];
    return status;
  };
  const endOf = (name: string, ...others: readonly string[]) => statusOf(start(name, '--once', ...others));

  function change(): void {
    for (let changes = random.whole(1, 3); changes > 0; changes -= 1) {
      const uid = `c${random.whole(0, 29)}`;
      if (random.chance(0.3)) creators.delete(uid);
      else creators.set(uid, (creators.get(uid) ?? 0) + random.whole(1, 9));
    }
    const [, today = []] = days.at(-1) ?? [];
    if (random.chance(0.4)) today.push(`d${today.length}-${days.length}`);
    if (random.chance(0.15)) days.push([shiftDay('2026-02-01', days.length), [...today]]);
    version += 1;
  }

  beforeEach(() => {
    creators = new Map([['c0', 1]]);
    days = [
      ['2026-02-01', ['d0', 'd1']],
      ['2026-02-02', ['d1', 'd0']],
    ];
    isDown = false;
    for (const one of [receiver, ended]) {
      one.mode = 'accepts';
      one.accepted.clear();
      one.refusals.length = 0;
    }
    said.length = 0;
  });

  it(`loses nothing and repeats only with the same id, killed ${KILLS} times while services and receivers fail`, async () => {
    await write(
      'chaos',
      rule('each', EACH_CHANGE, receiver) + rule('days', NEW_TODAY, receiver) + rule('ends', EACH_CHANGE, ended),
    );
    ended.mode = 410;
    const from = performance.now();
    expect(await endOf('chaos')).toBe(0);
    const lookMs = performance.now() - from;
    const first = new Map(creators);
    const firstDay = days.at(-1)?.[0];
    for (let kills = 0; kills < KILLS; kills += 1) {
      change();
      receiver.mode = random.pick(MODES);
      isDown = random.chance(0.15);
      const before = asked;
      const child = start('chaos');
      // Some end before they have begun, some after a look, some between an answer and its note.
      if (random.chance(0.3)) await sleep(random.next() * lookMs);
      else await eventually('a look', () => asked > before);
      if (random.chance(0.5)) change();
      await sleep(random.next() * lookMs);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    [receiver.mode, isDown] = ['accepts', false];
    change();
    await skipWaits();
    const child = start('chaos');
    const pending = async () =>
      (JSON.parse(await readFile(join(folder, 'chaos.json'), 'utf8')) as State).messages.length;
    await eventually('the last look', async () => (await lookedAt()) === `e.${version}`);
    await eventually('every message to be accepted', async () => (await pending()) === 0);
    child.kill('SIGTERM');
    expect(await statusOf(child)).toBe(0);

    const { messages } = receiver;
    const all = (name: string) => messages.filter((message) => message.rule === name);
    // All messages, one after the other, lead from the first rows to the last ones.
    const replayed = new Map(first);
    for (const { rows } of all('each')) {
      for (const { change, id, row } of rows) {
        expect([change, replayed.has(id.uid)]).toEqual([change, change !== 'new']);
        if (change === 'gone') replayed.delete(id.uid);
        else replayed.set(id.uid, row['follower_count'] as number);
      }
    }
    expect(Object.fromEntries([...replayed].sort())).toEqual(Object.fromEntries([...creators].sort()));
    for (const bodies of receiver.accepted.values()) expect(new Set(bodies).size).toBe(1);
    expect(new Set(all('each').map(({ data_version }) => data_version)).size).toBe(all('each').length);

    // No row of the day before is new when the day rolls.
    const rolled = all('days').filter(({ period, previous_period }) => period?.value !== previous_period?.value);
    const listOf = (day: string | undefined) => days.find(([one]) => one === day)?.[1] ?? [];
    for (const { rows, previous_period } of rolled) {
      expect(rows.filter(({ id }) => listOf(previous_period?.value).includes(id.uid))).toEqual([]);
    }
    expect([days.length > 5, days.at(-1)?.[0] === firstDay]).toEqual([true, false]);

    // What was to fail did fail.
    expect(receiver.attempts).toBeGreaterThan(receiver.accepted.size);
    expect([...ended.accepted]).toEqual([]);
    expect(said.join('')).toContain('ends has ended: its receiver wants no more messages (410)');
    const repeats = [...receiver.accepted.values()].flat().length - receiver.accepted.size;
    process.stderr.write(
      `${messages.length} messages in ${receiver.attempts} attempts, ${repeats} accepted again, ${receiver.refusals.length} refused by clock, ${rolled.length} at a roll of ${days.length} days\n`,
    );
    expect(all('each').length).toBeGreaterThan(KILLS / 10);
    expect(rolled.length).toBeGreaterThan(0);
  }, 900_000);

  interface State {
    readonly rules: Readonly<Record<string, { readonly noted?: { readonly data_version: string } }>>;
    readonly messages: readonly object[];
  }
  /** Makes every attempt due; unit specs have the waits. */
  async function skipWaits(): Promise<void> {
    const file = join(folder, 'chaos.json');
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/"nextAt":[\d.]+/g, '"nextAt":0'));
  }
  const lookedAt = async (name = 'chaos', of = 'each'): Promise<string | undefined> => {
    const text = await readFile(join(folder, `${name}.json`), 'utf8').catch(() => '{"rules":{}}');
    return (JSON.parse(text) as State).rules[of]?.noted?.data_version;
  };

  it('ends with 4 while a message is not delivered, says that a clock is wrong, and with 0 once it is', async () => {
    await write('clock', rule('each', EACH_CHANGE, receiver));
    expect(await endOf('clock')).toBe(0);
    change();
    creators.set('c99', 1);
    receiver.mode = 'clock';
    expect(await endOf('clock', '--metrics', 'rules.prom')).toBe(4);
    expect(said.join('')).toMatch(
      /^each: msg_\S+ is not delivered yet, next attempt in \d s: HTTP 400 .*; its clock differs by 3\d{3} s\n$/,
    );
    expect(receiver.refusals).toEqual(['Message timestamp too old']);
    expect(await readFile(join(folder, 'rules.prom'), 'utf8')).toContain(
      'commerce_rule_messages_pending{rule="each"} 1\n',
    );
    receiver.mode = 'accepts';
    const attempted = await eventually('the next attempt', async () => {
      const status = await endOf('clock');
      return status !== 4 && { status };
    });
    expect([attempted, receiver.accepted.size]).toEqual([{ status: 0 }, 1]);
  });

  it('tells what a load changed within 10 s after the next look, while another receiver is slow', async () => {
    const slow = await listening(() => undefined);
    const silent = { server: slow } as Receiver;
    await write('soon', rule('slow', EACH_CHANGE, silent) + rule('each', EACH_CHANGE, receiver));
    const child = start('soon');
    await eventually('the first look', () => lookedAt('soon'));
    for (let loads = 0; loads < 3; loads += 1) {
      const [before, from] = [receiver.accepted.size, performance.now()];
      creators.set(`load-${loads}`, 1);
      version += 1;
      await eventually('the message', () => receiver.accepted.size > before);
      expect(receiver.lastAt - from).toBeLessThan(11_000);
    }
    child.kill('SIGKILL');
    slow.closeAllConnections();
    slow.close();
  });

  it('lets no second process have the state, and ends with 2', async () => {
    await write('two', rule('each', EACH_CHANGE, receiver));
    const child = start('two');
    await eventually('the first look', () => lookedAt('two'));
    expect(await endOf('two')).toBe(2);
    expect(said.join('')).toContain(`two.json is in use by process ${child.pid} of `);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await endOf('two')).toBe(0);
  });

  it('--check asks each question, writes nothing, and names faults with their lines', async () => {
    await write('check', rule('each', EACH_CHANGE, receiver));
    expect(await endOf('check')).toBe(0);
    await rm(join(folder, 'check.json'));
    expect(await statusOf(start('check', '--check'))).toBe(0);
    await expect(readFile(join(folder, 'check.json'))).rejects.toThrow('ENOENT');
    await write('check', '  - { name: a, operation: searchShop, when: new, send: stdout }\n');
    expect(await statusOf(start('check', '--check'))).toBe(2);
    expect(said.join('')).toMatch(/^check\.yml:4: rules\[0\]\.operation must be one of searchVideos, /);
    isDown = true;
    await write('check', rule('each', EACH_CHANGE, receiver));
    expect(await statusOf(start('check', '--check'))).toBe(1);
  });

  it('signs as the Python library of the specification verifies, by the recipe', async () => {
    const python = await findPythonLibrary('standardwebhooks', '1.1.0');
    if (python === undefined) return;
    const [id, seconds] = ['msg_1', Math.floor(Date.now() / 1000)];
    const body = JSON.stringify({ rule: 'é', rows: [{}], explorer_url: null });
    const headers = {
      ...{ 'webhook-id': id, 'webhook-timestamp': String(seconds) },
      'webhook-signature': signatureOf(Buffer.alloc(32, 9), id, seconds, body),
    };
    const recipe = codeIn('docs/recipes.md').find(({ text }) => text.includes('standardwebhooks'))?.text;
    const program = `import json, os, sys\nbody, headers = sys.argv[1], json.loads(sys.argv[2])\n${recipe}`;
    const verified = (text: string) =>
      execute(join(python, 'python'), ['-c', program, text, JSON.stringify(headers)], { env: { HOOK_SECRET: SECRET } });
    expect((await verified(body)).stdout).toBe('é 1 None\n');
    await expect(verified(body.replace('é', 'e'))).rejects.toThrow('No matching signature found');
  });
});
