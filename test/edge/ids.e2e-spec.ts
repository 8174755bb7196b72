import type { FieldError } from '../../src/http/answer/field-error.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { Assistant } from '../support/assistant.js';
import { bodyWith, foundFields } from '../support/open-api.js';
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
