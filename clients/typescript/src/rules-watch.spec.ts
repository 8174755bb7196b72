import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { CommerceClient, DataChangedError } from './index.js';
import { UsageError } from './lists.js';
import { readRules } from './rules-file.js';
import { metricsOf, RulesState } from './rules-state.js';
import { RulesWatch } from './rules-watch.js';

type Row = Readonly<Record<string, unknown>>;

interface Sent {
  readonly id: string;
  readonly body: {
    readonly rows: { change: string; id: Row; place: number | null; previous_place: number | null; previous: Row }[];
    readonly [field: string]: unknown;
  };
  readonly at: number;
}

const HOUR = 3_600_000;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const REFUSED = { status: 500 };
const ENDED = { status: 410 };

describe('a watch of rules', () => {
  let folder: string;
  let file: string;
  let now: number;
  let version: number;
  /** The rows of a period; records have the period ''. */
  let lists: Record<string, Row[]>;
  let period: { value: string; previous: string; complete: boolean; previousComplete: boolean };
  /** Of the receiver; it accepts what comes after them. */
  let answers: ResponseInit[];
  let sent: Sent[];
  let said: string[];
  let asked: Row[];
  let state: RulesState;
  /** Each page is of another version of the data. */
  let isLoading: boolean;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'commerce-analytics-rules-watch-'));
    file = join(folder, 'rules.yml');
    [now, version, lists, answers, sent, said, asked] = [1_800_000_000_000, 1, {}, [], [], [], []];
    period = { value: '2026-06-30', previous: '2026-06-29', complete: true, previousComplete: true };
    isLoading = false;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    jest.spyOn(process.stderr, 'write').mockImplementation((line) => said.push(String(line).trimEnd()) > 0);
    jest.spyOn(globalThis, 'fetch').mockImplementation((_receiver, { headers, body } = {}) => {
      const id = new Headers(headers).get('webhook-id') ?? '';
      sent.push({ id, body: JSON.parse(body as string) as Sent['body'], at: now });
      return Promise.resolve(new Response(null, answers.shift() ?? { status: 204 }));
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    state?.close();
    rmSync(folder, { recursive: true });
  });

  /** A service of the lists; it answers from the one that the request names. */
  const service: typeof fetch = (address, init) => {
    const { pathname } = new URL(address instanceof Request ? address.url : address);
    const request = JSON.parse((init?.body as string | undefined) ?? '{}') as {
      filter?: { date_info?: { value: string }; uid?: string[] };
    } & {
      page?: number;
      pagesize?: number;
    };
    if (!pathname.endsWith('category')) asked.push(request);
    if (isLoading) version += 1;
    const named = request.filter?.date_info?.value;
    const value = named === 'last' ? period.value : (named ?? '');
    const ids = request.filter?.uid;
    const rows = (lists[value] ?? []).filter(({ uid }) => ids?.includes(uid as string) ?? true);
    const { page = 1, pagesize = 10 } = request;
    const ofPeriod = value !== '' && {
      ...{ date_type: 'day', date_value: value, complete: value === period.value ? period.complete : true },
      ...{ previous_date_value: period.previous, previous_complete: period.previousComplete },
    };
    const list = rows.slice((page - 1) * pagesize, page * pagesize);
    const data = pathname.endsWith('category') ? { list: [], total: 0 } : { list, total: rows.length, ...ofPeriod };
    const headers = { 'X-Data-Version': `e.${version}`, Link: '<https://x.example/explore?view=a>; rel="alternate"' };
    return Promise.resolve(Response.json({ code: 0, data, message: '' }, { headers }));
  };
  const client = new CommerceClient({
    baseUrl: 'http://service.example',
    token: 't',
    fetch: (...given) => service(...given),
  });

  const ruled = (rule: string, others = ''): void =>
    writeFileSync(
      file,
      `state: state.json\n${others}\nrules:\n  - name: r\n    send: { webhook: { url: 'http://a.example', secret: { file: key } } }\n${rule.replaceAll(/^/gm, '    ')}`,
    );
  const CREATORS = (when: string): void => {
    writeFileSync(join(folder, 'key'), SECRET);
    ruled(`operation: searchCreators\nwhen: ${when}`);
  };
  const RANKED = (when: string, others = ''): void => {
    writeFileSync(join(folder, 'key'), SECRET);
    ruled(
      `operation: rankTopEcommerceCreators\nrequest: { filter: { date_info: { type: day, value: last } } }\nwhen: ${when}\n${others}`,
    );
  };
  /** A watch as a process that starts has it. */
  const started = async (): Promise<RulesWatch> => {
    state?.close();
    const rules = readRules(file);
    state = await RulesState.open(rules.state);
    return new RulesWatch(client, rules, state);
  };
  const tick = async (watch: RulesWatch): Promise<void> => {
    await watch.tick();
    await watch.settled();
  };
  /** A look a minute later, at the next version of the data. */
  const lookLater = async (watch: RulesWatch): Promise<void> => {
    [now, version] = [now + 60_000, version + 1];
    await tick(watch);
  };
  const creators = (counts: Readonly<Record<string, number>>): Row[] =>
    Object.entries(counts).map(([uid, follower_count]) => ({ uid, follower_count }));
  const sold = (amounts: Readonly<Record<string, number>>): Row[] =>
    Object.entries(amounts).map(([uid, creator_usd_gmv], at) => ({ uid, creator_usd_gmv, rank: at + 1 }));
  const rowsSent = () => sent.map(({ body }) => body.rows.map(({ change, id }) => `${change} ${String(id.uid)}`));

  it('notes at the first look, and sends one message for each version with changes', async () => {
    CREATORS('{ any: [new, gone, { field: follower_count, above: 250 }] }');
    lists[''] = creators({ ava: 300, ben: 200 });
    const watch = await started();
    await tick(watch);
    await lookLater(watch);
    expect(sent).toEqual([]);
    lists[''] = creators({ ava: 310, cleo: 100, ben: 260 });
    await lookLater(watch);
    lists[''] = creators({ ava: 310, cleo: 100 });
    await lookLater(watch);
    expect(rowsSent()).toEqual([['new cleo', 'moved ben'], ['gone ben']]);
    expect(sent[0]?.body).toMatchObject({
      ...{ rule: 'r', at: new Date(sent[0]?.at ?? 0).toISOString(), data_version: 'e.3', previous_data_version: 'e.2' },
      ...{ period: null, previous_period: null, more: 0, explorer_url: 'https://x.example/explore?view=a' },
      rows: [
        { place: 2, previous_place: null, row: { uid: 'cleo', follower_count: 100 }, previous: {} },
        { place: 3, previous_place: 2, previous: { follower_count: 200 } },
      ],
    });
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
    expect(said).toEqual([]);
  });

  it('looks no more often than asked, and asks nothing where the version is the same', async () => {
    CREATORS('new');
    lists[''] = creators({ ava: 1 });
    const watch = await started();
    await tick(watch);
    now += 59_000;
    version += 1;
    await tick(watch);
    expect(asked).toHaveLength(1);
    now += 1000;
    await tick(watch);
    now += 60_000;
    await tick(watch);
    expect(asked).toHaveLength(2);
  });

  it('says in a list of first rows which entered and left, and which are in the whole list no more', async () => {
    CREATORS('{ any: [new, gone] }');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n    first: 2`);
    lists[''] = creators({ ava: 9, ben: 8, cleo: 7 });
    const watch = await started();
    await tick(watch);
    lists[''] = creators({ cleo: 9, dan: 8, ava: 7 });
    await lookLater(watch);
    expect(rowsSent()).toEqual([
      ['entered the first 2 cleo', 'entered the first 2 dan', 'left the first 2 ava', 'gone ben'],
    ]);
  });

  it('says of a breakdown too which rows are in the whole list no more', async () => {
    RANKED('gone', 'first: 2');
    writeFileSync(file, readFileSync(file, 'utf8').replace('rankTopEcommerceCreators', 'breakDownSales'));
    const products = (...ids: string[]): Row[] => ids.map((product_id) => ({ product_id, usd_gmv: 1 }));
    lists = { '2026-06-30': products('a', 'b', 'c') };
    const watch = await started();
    await tick(watch);
    lists = { '2026-06-30': products('c', 'd', 'b') };
    await lookLater(watch);
    expect(sent[0]?.body.rows.map(({ change, id }) => `${change} ${String(id['product_id'])}`)).toEqual([
      'gone a',
      'left the first 2 b',
    ]);
  });

  it('looks again at the next tick where the data changed during a look', async () => {
    CREATORS('new');
    lists[''] = creators(Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`c${at}`, at])));
    const watch = await started();
    isLoading = true;
    expect(await watch.tick()).toEqual([expect.any(DataChangedError)]);
    isLoading = false;
    now += 1000;
    expect(await watch.tick()).toEqual([]);
    expect(state.rule('r')).toMatchObject({ noted: { data_version: `e.${version}` }, counts: { failedLooks: 0 } });
  });

  it('takes a list that pages do not reach for a fault of the file', async () => {
    CREATORS('new');
    lists[''] = Array.from({ length: 5001 }, (_, at) => ({ uid: String(at) }));
    const [trouble] = await (await started()).tick();
    expect(trouble).toBeInstanceOf(UsageError);
    expect(trouble?.message).toMatch(
      /^.*:4: r: The search has 5001 records; pages reach 5000\. .*first is its limit\.$/,
    );
  });

  it.each(['constructor', '__proto__'])('has a state for any name of a rule: %s', async (name) => {
    CREATORS('new');
    writeFileSync(file, readFileSync(file, 'utf8').replace('name: r', `name: ${name}`));
    lists[''] = [];
    await tick(await started());
    lists[''] = creators({ ava: 1 });
    await lookLater(await started());
    expect(sent[0]?.body['rule']).toBe(name);
  });

  it('sends text to Slack', async () => {
    CREATORS('new');
    writeFileSync(file, readFileSync(file, 'utf8').replace('secret: { file: key }', 'format: slack'));
    lists[''] = [];
    const watch = await started();
    await tick(watch);
    lists[''] = creators({ ava: 1 });
    await lookLater(watch);
    expect(sent[0]?.body).toEqual({
      text: '*r*\n• new: ava; place 1\n<https://x.example/explore?view=a|Open in the explorer>',
    });
  });

  it('counts the rows beyond the most', async () => {
    CREATORS('new');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n    most: 2`);
    lists[''] = [];
    const watch = await started();
    await tick(watch);
    lists[''] = creators({ a: 1, b: 1, c: 1, d: 1, e: 1 });
    await lookLater(watch);
    expect([sent[0]?.body.rows.length, sent[0]?.body.more]).toEqual([2, 3]);
  });

  describe('of periods', () => {
    const ROLLED = { value: '2026-07-01', previous: '2026-06-30', complete: true, previousComplete: true };

    it('compares within one period, and with the period before when it rolls: no row is falsely new', async () => {
      RANKED('{ any: [new, gone, { field: creator_usd_gmv, rises: 50% }] }');
      lists = { '2026-06-30': sold({ ava: 10, ben: 5 }), '2026-06-29': sold({ old: 1 }) };
      const watch = await started();
      await tick(watch);
      lists['2026-06-30'] = sold({ ava: 12, ben: 9 });
      await lookLater(watch);
      period = ROLLED;
      lists['2026-07-01'] = sold({ ava: 13, cleo: 9, ben: 8 });
      await lookLater(watch);
      expect(rowsSent()).toEqual([['changed ben'], ['new cleo']]);
      expect(sent[0]?.body).toMatchObject({
        period: { value: '2026-06-30' },
        previous_period: { value: '2026-06-30' },
      });
      expect(sent[1]?.body).toMatchObject({
        period: { type: 'day', value: '2026-07-01' },
        previous_period: { type: 'day', value: '2026-06-30' },
        ...{ data_version: 'e.3', previous_data_version: 'e.2' },
      });
    });

    it('only notes where the period before is not complete', async () => {
      RANKED('new');
      lists = { '2026-06-30': sold({ ava: 10 }), '2026-07-01': sold({ ben: 1 }) };
      const watch = await started();
      await tick(watch);
      period = { ...ROLLED, previousComplete: false };
      await lookLater(watch);
      expect(sent).toEqual([]);
      expect(said).toEqual([expect.stringContaining('the period before')]);
    });

    it.each([
      ['', 0],
      ['partial: true', 1],
    ])('that are not complete are compared only with partial: %j', async (others, messages) => {
      RANKED('new', others);
      period = { ...period, complete: false };
      lists = { '2026-06-30': sold({ ava: 10 }) };
      const watch = await started();
      await tick(watch);
      lists = { '2026-06-30': sold({ ava: 10, ben: 9 }) };
      await lookLater(watch);
      expect([sent.length, said.length]).toEqual([messages, messages === 0 ? 2 : 0]);
    });

    it('of days go on when the days roll, whose rows have other ids', async () => {
      RANKED('new');
      writeFileSync(file, readFileSync(file, 'utf8').replace('rankTopEcommerceCreators', 'breakDownSales'));
      const days = (...dates: string[]): Row[] => dates.map((date) => ({ date, usd_gmv: 1 }));
      lists = { '2026-06-30': days('2026-06-29', '2026-06-30'), '2026-07-01': days('2026-06-30', '2026-07-01') };
      const watch = await started();
      await tick(watch);
      period = ROLLED;
      await lookLater(watch);
      expect(sent[0]?.body.rows.map(({ id }) => id)).toEqual([{ date: '2026-07-01' }]);
    });

    it('since the period before tells once what crosses, also within a period', async () => {
      RANKED('{ field: creator_usd_gmv, rises: 100%, since: period }');
      lists = { '2026-06-29': sold({ ava: 5, ben: 5 }), '2026-06-30': sold({ ava: 20, ben: 9 }) };
      const watch = await started();
      await tick(watch);
      lists['2026-06-30'] = sold({ ava: 21, ben: 11 });
      await lookLater(watch);
      lists['2026-06-30'] = sold({ ava: 22, ben: 12 });
      await lookLater(watch);
      expect(rowsSent()).toEqual([['changed ben']]);
      expect(sent[0]?.body).toMatchObject({ previous_period: { value: '2026-06-29' } });
      period = ROLLED;
      lists['2026-07-01'] = sold({ ben: 30, ava: 23 });
      await lookLater(watch);
      expect(rowsSent()[1]).toEqual(['moved ben']);
    });
  });

  describe('whose receiver refuses', () => {
    const changed = async (): Promise<RulesWatch> => {
      CREATORS('new');
      lists[''] = [];
      const watch = await started();
      await tick(watch);
      lists[''] = creators({ ava: 1 });
      return watch;
    };

    it('repeats the message with its id, later each time, through other processes', async () => {
      let watch = await changed();
      answers = Array.from({ length: 5 }, () => REFUSED);
      await lookLater(watch);
      expect(state.messages).toHaveLength(1);
      const waits: number[] = [];
      for (let attempts = 1; attempts < 6; attempts += 1) {
        if (attempts === 3) watch = await started();
        const before = sent.length;
        const from = now;
        while (sent.length === before) {
          now += 1000;
          await tick(watch);
        }
        waits.push((now - from) / 1000);
      }
      expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
      expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      for (const [at, wait] of waits.entries()) {
        const most = 5 * 2 ** at;
        expect([at, wait > most * 0.7, wait <= most + 1]).toEqual([at, true, true]);
      }
      expect(state.messages).toEqual([]);
      expect(said).toHaveLength(5);
    });

    it('waits for as long as the receiver asks', async () => {
      const watch = await changed();
      answers = [{ status: 429, headers: { 'Retry-After': '600' } }];
      await lookLater(watch);
      now += 599_000;
      await tick(watch);
      expect(sent).toHaveLength(1);
      now += 1000;
      await tick(watch);
      expect(sent).toHaveLength(2);
    });

    it('gives up after a day, says so and counts it', async () => {
      const watch = await changed();
      answers = Array.from({ length: 100 }, () => REFUSED);
      await lookLater(watch);
      for (let hours = 0; hours < 26 && state.messages.length > 0; hours += 1) {
        now += HOUR;
        await tick(watch);
      }
      expect([now - (sent[0]?.at ?? 0)]).toEqual([24 * HOUR]);
      expect(said.at(-1)).toMatch(/is given up after 25 attempts: HTTP 500$/);
      expect(state.rule('r').counts).toMatchObject({ lost: 1, refused: 25, delivered: 0 });
    });

    it('ends the rule at 410, until it has another receiver', async () => {
      let watch = await changed();
      answers = [ENDED];
      await lookLater(watch);
      expect(said).toEqual(['r has ended: its receiver wants no more messages (410); 1 messages are not delivered.']);
      const count = asked.length;
      lists[''] = creators({ ava: 1, ben: 1 });
      await lookLater(watch);
      expect([sent.length, asked.length]).toEqual([1, count]);
      writeFileSync(file, readFileSync(file, 'utf8').replace('a.example', 'b.example'));
      watch = await started();
      await lookLater(watch);
      expect(rowsSent()[1]).toEqual(['new ben']);
    });

    it('ends the rule once for several messages', async () => {
      const watch = await changed();
      answers = [REFUSED, ENDED, ENDED];
      await lookLater(watch);
      lists[''] = creators({ ava: 1, ben: 1 });
      said.length = 0;
      await lookLater(watch);
      expect(said).toEqual(['r has ended: its receiver wants no more messages (410); 2 messages are not delivered.']);
      expect(state.rule('r').counts.lost).toBe(2);
    });

    it('drops the messages of a rule that is in the file no more, and says so', async () => {
      const watch = await changed();
      answers = [REFUSED];
      await lookLater(watch);
      writeFileSync(file, readFileSync(file, 'utf8').replace('name: r', 'name: s'));
      await started();
      expect(said.at(-1)).toBe('r is in the file no more; 1 messages are not delivered.');
      expect(JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'))).toEqual({ rules: {}, messages: [] });
    });
  });

  it('asks another question as if it were new, and says so', async () => {
    CREATORS('new');
    lists[''] = creators({ ava: 1 });
    await tick(await started());
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n    request: { filter: { region: US } }`);
    lists[''] = creators({ ben: 1 });
    await lookLater(await started());
    expect([sent, said]).toEqual([[], ['r asks something else now: its rows are only noted.']]);
  });

  it('refuses a condition about a text', async () => {
    CREATORS('{ field: nickname, below: 3 }');
    lists[''] = [{ uid: 'ava', nickname: 'Ava' }];
    const watch = await started();
    const troubles = await watch.tick();
    expect(troubles.map(({ message }) => message)).toEqual([
      `${file}:4: r: "r" compares nickname, which is "Ava": conditions are about numbers.`,
    ]);
  });

  it('writes metrics', async () => {
    CREATORS('new');
    lists[''] = [];
    const watch = await started();
    await tick(watch);
    lists[''] = creators({ ava: 1 });
    answers = [REFUSED];
    await lookLater(watch);
    const text = metricsOf(state);
    expect(text).toContain('# TYPE commerce_rule_messages_pending gauge\ncommerce_rule_messages_pending{rule="r"} 1\n');
    expect(text).toContain('commerce_rule_messages_refused_total{rule="r"} 1\n');
    expect(text).toContain('commerce_rule_last_look_timestamp_seconds{rule="r"} 1800000060\n');
  });

  describe('has its state alone', () => {
    const lock = () => join(folder, 'state.json.lock');
    const holding = (holder: object): void => writeFileSync(lock(), JSON.stringify(holder));
    const started_ = (): string =>
      readFileSync(`/proc/${process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? '';
    beforeEach(() => jest.mocked(Date.now).mockRestore());
    const opens = () => RulesState.open(join(folder, 'state.json')).then((opened) => opened.close());

    it('while its process lives', async () => {
      CREATORS('new');
      await started();
      await expect(opens()).rejects.toThrow(
        `state.json is in use by process ${process.pid} of ${hostname()}; two watches need a state each.`,
      );
    });

    it.each([
      ['a process that has ended', () => ({ pid: 2 ** 22 + 1, started: '1', host: hostname() })],
      ['a number that another process has now', () => ({ pid: process.pid, started: '1', host: hostname() })],
    ])('and takes it over from %s', async (_, holder) => {
      holding(holder());
      await opens();
    });

    it('and takes it over from any process that has not renewed it for a minute', async () => {
      const holder = { pid: process.pid, started: started_(), host: 'another' };
      holding(holder);
      await expect(opens()).rejects.toThrow('of another');
      const old = Date.now() / 1000 - 61;
      utimesSync(lock(), old, old);
      await opens();
    });

    it('and of two that take it over at once one has it', async () => {
      holding({ pid: 2 ** 22 + 1, started: '1', host: hostname() });
      const opened = await Promise.allSettled([1, 2, 3].map(() => RulesState.open(join(folder, 'state.json'))));
      expect(opened.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
      for (const one of opened) if (one.status === 'fulfilled') one.value.close();
    });

    it('and writes nothing once another process has taken it over', async () => {
      CREATORS('new');
      const watch = await started();
      holding({ pid: 1, started: '1', host: 'another' });
      await expect(watch.tick()).rejects.toThrow('is in use by process 1 of another');
    });

    it('and is refused where it is no state', async () => {
      writeFileSync(join(folder, 'state.json'), '[]');
      await expect(opens()).rejects.toThrow('state.json is no file of rules; name another as state.');
    });
  });
});
