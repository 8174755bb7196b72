import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestApp } from '../support/app.js';
import { startTestApp } from '../support/app.js';
import { Schemathesis } from '../support/fuzz/schemathesis.js';
import { loadSeed } from '../support/load-seed.js';

const SECONDS = 20;

const schemathesis = await Schemathesis.find();

(schemathesis === undefined ? describe.skip : describe)(
  'schemathesis, with the document that the service serves',
  () => {
    let service: TestApp;
    beforeAll(async () => {
      service = await startTestApp({ name: 'schemathesis', load: loadSeed(0.005) });
    });
    afterAll(() => service?.close());

    const run = (document: string, seconds: number) =>
      (schemathesis as Schemathesis).run({ url: service.url, token: service.token, document, seconds });

    it('finds no answer that is not as the document says', async () => {
      const { sent, failures } = await run(`${service.url}/openapi.json`, SECONDS);
      process.stderr.write(`Schemathesis: ${sent} requests in ${SECONDS} s\n`);
      expect(failures).toEqual([]);
      expect(sent).toBeGreaterThan(20);
    });

    it('finds those that are not as another document says', async () => {
      const served = await (await fetch(`${service.url}/openapi.json`)).text();
      const other = served.replaceAll('"timestamp":{"type":"integer"', '"timestamp":{"type":"string"');
      const file = join(tmpdir(), `other-${process.pid}.json`);
      await writeFile(file, other);
      const { failures } = await run(file, 5);
      await rm(file);
      expect(failures.join()).toContain('Response violates schema');
    });
  },
);
