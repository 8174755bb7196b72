import type { TestApp } from '../support/app.js';
import { startTestApp } from '../support/app.js';
import { fuzz, FUZZED } from '../support/fuzz/fuzz.js';
import { allowWrongTokens, Schemathesis } from '../support/fuzz/schemathesis.js';
import { loadSeed } from '../support/load-seed.js';

/** FUZZ_SECONDS shortens a trial: the time of each of our operations, and an eighth of that of schemathesis. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 60);
const SCALE = 0.02;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const schemathesis = await Schemathesis.find();

describe('requests drawn at random, for minutes', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ name: 'fuzz-proof', load: loadSeed(SCALE), config: { logLevel: 'error' } });
    allowWrongTokens(service);
  });
  afterAll(() => service?.close());

  it.each(FUZZED)('are taken and refused as the rules say: %s', async (path) => {
    const seed = Date.now();
    const { sent, valid, invalid } = await fuzz(service.api, path, { ms: SECONDS * 1000 }, seed);
    print(`| ${path} | ${sent} | ${valid} | ${invalid} | 0 | seed ${seed} |`);
    expect(Math.min(valid, invalid)).toBeGreaterThan(sent / 50);
  });

  (schemathesis === undefined ? it.skip : it)('are answered as schemathesis reads the document', async () => {
    const { sent, untested, failures } = await (schemathesis as Schemathesis).run({
      url: service.url,
      token: service.token,
      document: `${service.url}/openapi.json`,
      seconds: SECONDS * 8,
    });
    print(`| schemathesis | ${sent} | | | ${failures.length} | |`);
    expect(failures).toEqual([]);
    expect(untested).toBe(0);
  });

  it('leave nothing in the log that only a fault of the service writes', () => {
    expect(service.log).toEqual([]);
  });
});
