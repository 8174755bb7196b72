import { UriTemplate } from '@modelcontextprotocol/client';
import type { FieldError } from '../../src/http/answer/field-error.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { Assistant } from '../support/assistant.js';
import { bodyWith, foundFields } from '../support/open-api.js';
import { loadRecords } from '../support/load-records.js';
import { emptyIndices } from '../support/shared-indices.js';

const DIGITS = '1729000001123436501';
const READ = [`="${DIGITS}"`, `'${DIGITS}`, `"${DIGITS}"`, `“${DIGITS}”`, `#${DIGITS}`, ` ${DIGITS}\n`];
const REFUSED = [`${DIGITS};${DIGITS}`, `${DIGITS}.0`, '1.729E+18', `https://shop.example/view/product/${DIGITS}`];

interface Schema {
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The arguments of a tool that take an id, with each value of `of`. */
function idsIn(schema: Schema, ids: ReadonlySet<string>): [of: string, path: string[]][] {
  const { filter, of, ...own } = schema.properties ?? {};
  const paths = [
    ...Object.keys(own).map((name) => [name]),
    ...Object.keys(filter?.properties ?? {}).map((name) => ['filter', name]),
  ].filter((path) => ids.has(path.at(-1) ?? ''));
  return (of?.enum ?? ['']).flatMap((one) => paths.map((path): [string, string[]] => [one, path]));
}

describe('an id in any field of any operation', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp({ name: 'ids', indices: emptyIndices(), config: { mcp: true } });
  });
  afterAll(() => test?.close());

  const faultsAt = async (path: string, names: readonly string[], id: string): Promise<string[]> => {
    const body = bodyWith({ names }, id);
    const { data } = (await test.api.post<{ errors?: FieldError[] } | undefined>(path, body)).body;
    // An export that is under way has no envelope. A handle that no creator has was read before it was refused.
    const faults = (data?.errors ?? []).filter((fault) => fault.path === names.join('.')).map(({ rule }) => rule);
    return faults.filter((rule) => rule !== 'unknown_handle');
  };

  it.each(READ)('is read as another tool writes it: %j', async (id) => {
    for (const { path, names } of foundFields('id')) {
      expect({ path, names, faults: await faultsAt(path, names, id) }).toEqual({ path, names, faults: [] });
    }
  });

  it('is read and refused so by every tool', async () => {
    const names = new Set(foundFields('id').map((field) => field.names.at(-1) ?? ''));
    const assistant = await Assistant.connect(test.url, test.token);
    let asked = 0;
    for (const { name, inputSchema } of await assistant.tools()) {
      for (const [of, path] of idsIn(inputSchema as Schema, names)) {
        const told = async (id: string): Promise<string> => {
          const { data } = await assistant.call(name, { ...(of !== '' && { of }), ...bodyWith({ names: path }, id) });
          return JSON.stringify(data);
        };
        // The questions of a tool differ in their filters.
        if ((await told(DIGITS)).includes(`${path.join('.')} is not a`)) continue;
        for (const id of [...READ, ...REFUSED]) {
          const isRefused = (await told(id)).includes('an id has no blank');
          expect({ name, of, path, id, isRefused }).toEqual({ name, of, path, id, isRefused: REFUSED.includes(id) });
          asked += 1;
        }
      }
    }
    expect(asked).toBeGreaterThan(200);
  });

  it.each(REFUSED)('is refused where its digits are lost or it is not one id: %j', async (id) => {
    for (const { path, names } of foundFields('id')) {
      expect({ path, names, faults: await faultsAt(path, names, id) }).toEqual({ path, names, faults: ['id'] });
    }
  });
});

describe('an id with any sign that ids may have', () => {
  /** All that ASCII has but the comma, and some that it has not. */
  const SIGNS = [...Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)), ...'éß漢한ไ🛒'].filter(
    (sign) => sign !== ',',
  );
  const IDS = [...SIGNS.map((sign) => `a${sign}b`), '-', '..', '%', 'a%20b', 'a%2Fb', 'a/b?c=d#e', '100%2'];
  let test: TestApp;
  let assistant: Assistant;

  beforeAll(async () => {
    const load = loadRecords({
      creators: IDS.map((uid) => ({ uid })),
      products: IDS.map((product_id) => ({ product_id, shop: { seller_id: product_id } })),
    });
    test = await startTestApp({ name: 'ids', load, config: { mcp: true } });
    assistant = await Assistant.connect(test.url, test.token);
  });
  afterAll(async () => {
    await assistant?.close();
    await test?.close();
  });

  it('has an address by the template of its resource', async () => {
    const { read } = assistant.resources();
    const templates = await assistant.templates();
    expect(templates).toHaveLength(3);
    for (const { uriTemplate } of templates) {
      const template = new UriTemplate(uriTemplate);
      const [name = ''] = template.variableNames;
      for (const id of IDS) {
        const uri = template.expand({ [name]: id });
        const { total, list } = JSON.parse(await read(uri)) as { total: number; list: object[] };
        expect({ uri, id, total, list }).toMatchObject({
          total: 1,
          list: [name === 'seller_id' ? { shop: { seller_id: id } } : { [name]: id }],
        });
      }
    }
  });

  it.each(['a-b', 'a.b', 'a~b', 'a@b', 'a:b', 'a/b?c=d#e', 'a%b'])('is read as it is: %s', async (uid) => {
    const { list } = JSON.parse(await assistant.resources().read(`commerce://creator/${uid}`)) as { list: object[] };
    expect(list).toMatchObject([{ uid }]);
  });
});
