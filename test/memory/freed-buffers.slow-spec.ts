import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SERVICE_MEMORY } from '../../dev/child.mjs';
import { SERVE_PARAMETERS } from '../../dev/local-cluster/api-process.js';

const SCRIPT = join(import.meta.dirname, 'churn-pages.mjs');
const LEAST_SAVED_MB = 30;

interface Report {
  readonly header: { readonly glibcVersionRuntime?: string };
}
const { header } = process.report.getReport() as unknown as Report;

/** Resident megabytes of a process with the heap of the service that fills and replaces cached pages. */
async function resident(environment: Readonly<Record<string, string>>): Promise<number> {
  const options = SERVE_PARAMETERS.filter((parameter) => parameter.startsWith('--'));
  const env = { ...process.env, MALLOC_MMAP_THRESHOLD_: undefined, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [...options, '--expose-gc', SCRIPT], { env });
  return Number(stdout);
}

describe('memory of freed buffers', () => {
  (header.glibcVersionRuntime === undefined ? it.skip : it)('is given back as the service is started', async () => {
    const [kept, givenBack] = [await resident({}), await resident(SERVICE_MEMORY)];
    process.stdout.write(`resident: ${kept} MB, as the service is started ${givenBack} MB\n`);
    expect(kept - givenBack).toBeGreaterThan(LEAST_SAVED_MB);
  });
});
