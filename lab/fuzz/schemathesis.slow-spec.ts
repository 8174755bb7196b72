import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../../test/support/app.js';
import { documentOfWholeRows, narrowedDocument } from '../../test/support/fuzz/narrowed-document.js';
import { allowWrongTokens, Schemathesis, type SchemathesisRun } from '../../test/support/fuzz/schemathesis.js';
import { seededIndices } from '../../test/support/shared-indices.js';

const SECONDS = 20;
/** For a fault that is there; a busy machine takes longer to find it. */
const UNTIL_FOUND = { seconds: 240, untilFailure: true };

const schemathesis = await Schemathesis.find();

(schemathesis === undefined ? describe.skip : describe)(
  'schemathesis, with the document that the service serves',
  () => {
    let service: TestApp;
    beforeAll(async () => {
      service = await startTestApp({
        name: 'schemathesis',
        indices: seededIndices(),
      });
      allowWrongTokens(service);
    });
    afterAll(() => service?.close());

    type Asked = Partial<Pick<SchemathesisRun, 'seconds' | 'untilFailure' | 'isComplete'>>;
    const run = (document: string, asked: Asked) =>
      (schemathesis as Schemathesis).run({
        url: service.url,
        token: service.token,
        document,
        seconds: SECONDS,
        ...asked,
      });

    /** Runs it with the document as `change` leaves it. */
    async function runChanged(change: (served: string) => string, asked: Asked) {
      const file = join(tmpdir(), `changed-${process.pid}.json`);
      await writeFile(file, change(await (await fetch(`${service.url}/openapi.json`)).text()));
      return run(file, asked).finally(() => rm(file));
    }

    it('finds no answer that is not as the document says', async () => {
      const { sent, failures } = await runChanged(documentOfWholeRows, {});
      process.stderr.write(`Schemathesis: ${sent} requests in ${SECONDS} s\n`);
      expect(failures).toEqual([]);
      expect(sent).toBeGreaterThan(20);
    });

    it('finds nothing refused that a document without rules beside its schemas calls valid', async () => {
      const { sent, failures } = await runChanged(narrowedDocument, { isComplete: true });
      expect(failures).toEqual([]);
      expect(sent).toBeGreaterThan(20);
    });

    it('finds what is refused though the served document calls it valid: there are rules beside its schemas', async () => {
      const { failures } = await runChanged(documentOfWholeRows, { ...UNTIL_FOUND, isComplete: true });
      expect(failures.join()).toContain('Schema-valid request rejected');
    });

    it('finds those that are not as another document says', async () => {
      const asText = '"timestamp":{"type":"string"';
      const { failures } = await runChanged(
        (served) => documentOfWholeRows(served).replaceAll('"timestamp":{"type":"integer","format":"int64"', asText),
        UNTIL_FOUND,
      );
      expect(failures.join()).toContain('Response violates schema');
    });
  },
);
