import { type AccessToken, SCOPES } from '../../src/common/access-token.js';
import { RECORD_KINDS } from '../../src/common/record-kind.js';
import { testApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { readMetrics, sumOf } from '../support/metrics.js';
import { OPERATIONS } from '../support/operations.js';
import { seededIndices } from '../support/shared-indices.js';

const TOKENS: readonly Omit<AccessToken, 'name'>[] = [
  { scopes: SCOPES },
  { scopes: ['video', 'product', 'live', 'ranking'], limits: { perMinute: 5000, perDay: 100_000 } },
];
const CATEGORIES = ['product', 'creator'].map((kind) => ({ path: `/${kind}/v1/category`, body: {} }));

const SENT = 'db_client_operation_duration_seconds_count';
/** An answer without data is shorter. */
const SOME_CHARACTERS = 500;

describe('an answer', () => {
  let withData = 0;
  const tokens: string[] = [];
  const service = testApp(() => ({ name: 'token-independence', indices: seededIndices() }));
  beforeAll(async () => {
    for (const [at, { scopes, limits }] of TOKENS.entries()) {
      tokens.push(await service.tokens.create(`${service.tokenName}-${at}`, scopes, null, limits));
    }
  });

  const searches = async (): Promise<number> => {
    const samples = await readMetrics(service);
    const sent = RECORD_KINDS.map((db_collection_name) => sumOf(samples, SENT, { db_collection_name }) ?? 0);
    return sent.reduce((all, one) => all + one, 0);
  };

  it.each([...OPERATIONS, ...CATEGORIES])(
    'of $path has the same data for each token, and comes from memory when it is asked for again: $body',
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
      expect(await ask(tokens[0], 'max-age=0')).toEqual(one);
      await eventually('an answer without a search', async () => {
        const before = await searches();
        expect(await ask(tokens[1], 'max-age=0')).toEqual(one);
        return (await searches()) === before;
      });
      if (JSON.stringify(one.data).length > SOME_CHARACTERS) withData += 1;
    },
  );

  it('was compared where there is data', () => {
    expect(withData).toBeGreaterThan(OPERATIONS.length / 2);
  });
});
