import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const VERSION = '4.32.5';
const FOLDER = fileURLToPath(new URL(`../../../.cache/schemathesis-${VERSION}`, import.meta.url));
const INSTALL_TIMEOUT_MS = 180_000;
const PIP = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--retries', '1', '--timeout', '10'];
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

const execute = promisify(execFile);

const runs = (command: string): Promise<boolean> =>
  execute(command, ['--version']).then(
    () => true,
    () => false,
  );

export interface SchemathesisRun {
  /** The service, and the token it is asked with. */
  readonly url: string;
  readonly token: string;
  /** Address or file of the OpenAPI document that the service is held to. */
  readonly document: string;
  readonly seconds: number;
}

/** What came of a run. */
export interface SchemathesisReport {
  readonly sent: number;
  /** Operations that it had no time for. */
  readonly untested: number;
  /** Its own words about each answer that is not as the document says; empty when all are. */
  readonly failures: readonly string[];
}

interface JsonReport {
  readonly operations: { readonly selected: number; readonly tested: number };
  readonly test_cases: { readonly generated: number };
  readonly failures: readonly object[];
  readonly errors: readonly object[];
}

/** The fuzzer of OpenAPI documents, from PyPI, in a Python environment of its own. */
export class Schemathesis {
  private constructor(private readonly command: string) {}

  /** Installs it the first time, and when its Python has gone since; undefined, told on standard error, where there is no Python 3 or no PyPI. */
  static async find(): Promise<Schemathesis | undefined> {
    const command = join(FOLDER, 'bin', 'schemathesis');
    if (await runs(command)) return new Schemathesis(command);
    try {
      await execute('python3', ['-m', 'venv', '--clear', FOLDER]);
      const python = join(FOLDER, 'bin', 'python');
      await execute(python, [...PIP, `schemathesis==${VERSION}`], { timeout: INSTALL_TIMEOUT_MS });
      return new Schemathesis(command);
    } catch (error) {
      await rm(FOLDER, { recursive: true, force: true });
      const reason = (error as Error).message.trim().split('\n').at(-1);
      process.stderr.write(`Skipped: schemathesis can’t be installed, it needs Python 3 and PyPI (${reason}).\n`);
      return undefined;
    }
  }

  /**
   * Sends requests that it draws from the document, valid and invalid ones, for so long, and holds the answers against
   * the document by all of its checks but `positive_data_acceptance`: rules beside the schema refuse what that takes for
   * valid.
   */
  async run({ url, token, document, seconds }: SchemathesisRun): Promise<SchemathesisReport> {
    const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'));
    const report = join(folder, 'report.json');
    const options = [
      ...['--url', url, '--header', `Authorization: Bearer ${token}`],
      ...['--checks', 'all', '--exclude-checks', 'positive_data_acceptance'],
      ...['--max-time', String(seconds), '--continue-on-failure', '--no-shrink'],
      ...['--report', 'json', '--report-json-path', report],
    ];
    try {
      const said = await this.output(['run', document, ...options], folder);
      const text = await readFile(report, 'utf8').catch(() => {
        throw new Error(`Schemathesis left no report:\n${said}`);
      });
      const { operations, test_cases, failures, errors } = JSON.parse(text) as JsonReport;
      const untested = operations.selected - operations.tested;
      const faults = [...failures, ...errors].map((fault) => JSON.stringify(fault));
      return { sent: test_cases.generated, untested, failures: faults.length > 0 ? [...faults, said] : [] };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** What it writes; failures make it end with a status other than 0. */
  private async output(parameters: readonly string[], folder: string): Promise<string> {
    const options = { cwd: folder, maxBuffer: MOST_OUTPUT_BYTES };
    const { stdout, stderr } = await execute(this.command, parameters, options).catch(
      (error: unknown) => error as { stdout: string; stderr: string },
    );
    return `${stdout}\n${stderr}`;
  }
}
