import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRules } from './rules-file.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

describe('a file of rules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-analytics-rules-'));
  const file = join(folder, 'rules.yml');
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = (text: string) => {
    writeFileSync(file, text);
    return readRules(file);
  };
  /** The lines of the refusal, without the name of the file. */
  const faultsOf = (text: string): string[] => {
    try {
      read(text);
    } catch (error) {
      return (error as Error).message.split('\n').map((line) => line.replace(`${file}:`, ''));
    }
    return [];
  };

  it('is read with what is not set, ids with all digits', () => {
    writeFileSync(join(folder, 'hook'), `${SECRET}\n`);
    writeFileSync(join(folder, 'address'), 'http://hooks.example/b\n');
    const { rules, ...others } = read(
      `
state: rules.json
rules:
  - name: price
    operation: searchProducts
    request: { filter: { product_id: 1729000001123436501 }, fields: [title] }
    when: { field: price_info.amount, below: 10 }
    send: { webhook: { url: 'https://hooks.example/a', secret: { file: hook } } }
  - name: rank
    operation: rankTopSellingProducts
    request: { filter: { date_info: { type: week, value: last } } }
    first: 100
    when: { any: [new, { all: [{ moved: 3 }, { field: usd_gmv, rises: 20 %, since: period }] }] }
    send: { webhook: { url: { file: address }, secret: { file: hook }, format: slack } }
    most: 5
    partial: true
`,
    );
    expect(others).toEqual({ everySeconds: 60, keepSeconds: 86_400, state: join(folder, 'rules.json') });
    const key = Buffer.alloc(32, 7);
    expect(rules).toMatchObject([
      {
        ...{ name: 'price', operation: 'searchProducts', first: undefined, most: 50, partial: false },
        request: {
          filter: { product_id: '1729000001123436501' },
          fields: ['title', 'product_id', 'price_info.amount'],
        },
        when: { fields: ['price_info.amount'], comparesPeriods: false },
        send: { url: 'https://hooks.example/a', key, format: 'json' },
      },
      {
        ...{ first: 100, most: 5, partial: true },
        when: { fields: ['usd_gmv'], comparesPeriods: true },
        send: { url: 'http://hooks.example/b', key, format: 'slack' },
      },
    ]);
    expect(rules[0]?.placeOf('filter.product_id')).toBe(`${file}:6`);
    expect(rules[1]?.placeOf('filter.date_info.value')).toBe(`${file}:11`);
    expect(rules[1]?.placeOf('body')).toBe(`${file}:11`);
  });

  it.each([
    ['new', false],
    ['gone', false],
    ['{ moved: 3 }', true],
    ['{ moved: 4 }', false],
    ['{ enters: 2 }', true],
    ['{ enters: 1 }', false],
    ['{ rises: 3 }', true],
    ['{ falls: 1 }', false],
    ['{ field: follower_count, falls: 20 % }', true],
    ['{ field: follower_count, falls: 21% }', false],
    ['{ field: follower_count, changed: 20 }', true],
    ['{ field: follower_count, changed: 20.5 }', false],
    ['{ field: follower_count, between: [70, 80] }', true],
    ['{ field: follower_count, above: 79 }', false],
    ['{ any: [new, { moved: 3 }] }', true],
    ['{ all: [{ moved: 3 }, { field: follower_count, above: 80 }] }', false],
  ])('has conditions: %s of a row that came from place 5 to 2 and from 100 to 80 is %j', (when, isMet) => {
    const { rules } = read(
      `{ state: s, rules: [{ name: a, operation: searchCreators, when: ${when}, send: stdout }] }`,
    );
    const row = (place: number, follower_count: number) => ({ id: { uid: '1' }, place, row: { follower_count } });
    expect(rules[0]?.when.fires(row(2, 80), row(5, 100))).toBe(isMet);
  });

  it.each(['searchShops', 'searchLiveStreams', 'rankTopGrowthCreators', 'breakDownSales'])(
    'asks any search, ranking or breakdown: %s',
    (operation) => {
      const rule = { name: 'a', operation, when: 'new', send: 'stdout' };
      expect(read(JSON.stringify({ state: 's', rules: [rule] })).rules[0]?.operation).toBe(operation);
    },
  );

  it.each([
    ['https://user@hooks.example', false],
    ['ftp://hooks.example', false],
    ['https://x.webhook.example/a@b/In?c=d@e', true],
    ['http://127.0.0.1:8080', true],
  ])('takes the address %s of a receiver: %j', (url, isTaken) => {
    const send = { webhook: { url, format: 'slack' } };
    const rule = { name: 'a', operation: 'searchCreators', when: 'new', send };
    const faults = faultsOf(JSON.stringify({ state: 's', rules: [rule] }));
    expect(faults).toEqual(isTaken ? [] : [expect.stringContaining('an address with http or https and no password')]);
  });

  it('is JSON as well', () => {
    const rule = { name: 'a', operation: 'searchCreators', when: 'gone', send: 'stdout' };
    const { rules, everySeconds } = read(JSON.stringify({ every: '5m', state: 's', rules: [rule] }));
    expect([everySeconds, rules[0]?.send, rules[0]?.request]).toEqual([300, 'stdout', {}]);
  });

  it('is refused with every fault and its line', () => {
    const faults = faultsOf(`every: soon
keep: 0
rules:
  - name: a
    operation: searchProduct
    when: { field: price, below: cheap }
    send: stdout
  - name: a
    operation: searchProducts
    request: { page: 2 }
    first: 0
    when:
      any:
        - { moved: 3, field: title }
        - { field: colour, rises: -1 }
        - { above: 3 }
    send:
      webhook: { url: https://user:password@hooks.example, secret: { env: RULES_SPEC_MISSING } }
  - operation: searchVideos
    when: sometimes
    send: { mail: a }
    partial: maybe
`);
    expect(faults.map((line) => line.replace(/ (?:one of|they have|there are).*/s, ' …'))).toEqual([
      '1: The file needs state.',
      '1: every must be a time such as 60s, 5m or 24h.',
      '2: keep must be a time such as 60s, 5m or 24h.',
      '5: rules[0].operation must be …',
      '6: rules[0].when.below must be a number.',
      '8: rules[1].name is the name of another rule as well.',
      '10: rules[1].request.page is not for rules, which read every page; first limits the rows.',
      '11: rules[1].first must be a whole number above 0.',
      '14: rules[1].when.any[0].field is unknown; …',
      '15: rules[1].when.any[1].rises must be a number above 0, or a percentage such as 20%.',
      '15: rules[1].when.any[1].field is "colour", which rows lack; …',
      '16: rules[1].when.any[2] needs field.',
      '18: rules[1].send.webhook.url must be an address with http or https and no password, as text, { env: NAME } or { file: PATH }.',
      '18: rules[1].send.webhook.secret is in RULES_SPEC_MISSING, which is not set.',
      '19: rules[2] needs name.',
      '20: rules[2].when must be new, gone, or have …',
      '21: rules[2].send needs webhook.',
      '21: rules[2].send.mail is unknown; …',
      '22: rules[2].partial must be …',
    ]);
  });

  it.each([
    ['a: [1', 1],
    ['state: a\nstate: b\nrules: []', 2],
    ['', 1],
    ['- 1', 1],
    ['state: a\nrules: *none', 1],
    ['a: &a [*a]\nstate: a\nrules: *a', 1],
    ['state: s\nrules:\n  - { name: "a\\tb", operation: searchCreators, when: new, send: stdout }', 3],
    ['state: s\nrules: [null]', 2],
  ])('that is none is refused with a line: %j', (text, line) => {
    expect(faultsOf(text)[0]).toMatch(new RegExp(`^${line}: `));
  });

  it('that is not there is refused', () => {
    expect(() => readRules(join(folder, 'none.yml'))).toThrow("none.yml can't be read.");
  });
});
