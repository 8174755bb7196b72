import { type AccessToken, SCOPES } from '../../src/common/access-token.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { OPERATIONS } from '../support/operations.js';
import { seededIndices } from '../support/shared-indices.js';

const TOKENS: readonly Omit<AccessToken, 'name'>[] = [
  { scopes: SCOPES },
  { scopes: ['video', 'product', 'live', 'ranking'], limits: { perMinute: 5000, perDay: 100_000 } },
];
const CATEGORIES = ['product', 'creator'].map((kind) => ({ path: `/${kind}/v1/category`, body: {} }));

/** An answer without data is shorter. */
const SOME_CHARACTERS = 500;

describe('an answer', () => {
  let withData = 0;
  let service: TestApp;
  const tokens: string[] = [];
  beforeAll(async () => {
    service = await startTestApp({ name: 'token-independence', indices: seededIndices() });
    for (const [at, { scopes, limits }] of TOKENS.entries()) {
      tokens.push(await service.tokens.create(`${service.tokenName}-${at}`, scopes, null, limits));
    }
  });
  afterAll(() => service?.close());

  it.each([...OPERATIONS, ...CATEGORIES])(
    'of $path has the same data for each token: $body',
    async ({ path, body }) => {
      const ask = async (token: string | undefined, cacheControl: string) => {
        const headers = { 'Cache-Control': cacheControl };
        const sent = service.api.withToken(token).send<object>(path, { text: JSON.stringify(body), headers });
        const { status, body: answer } = await sent;
        return { status, data: answer.data };
      };
      // With no-store each answer is made for its token.
      const [one, other] = [await ask(tokens[0], 'no-store'), await ask(tokens[1], 'no-store')];
      expect(other).toEqual(one);
      expect([await ask(tokens[0], 'max-age=0'), await ask(tokens[1], 'max-age=0')]).toEqual([one, one]);
      if (JSON.stringify(one.data).length > SOME_CHARACTERS) withData += 1;
    },
  );

  it('was compared where there is data', () => {
    expect(withData).toBeGreaterThan(OPERATIONS.length / 2);
  });
});
