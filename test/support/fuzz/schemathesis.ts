import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { RequestLimits } from '../../../src/http/access/request-limits.js';
import { execute, findPythonPackage } from '../../../tools/testing/python-package.js';
import type { TestApp } from '../app.js';

const VERSION = '4.32.5';
/** The same requests in every run. */
const SEED = '20260630';
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

export interface SchemathesisRun {
  /** The service, and the token it is asked with. */
  readonly url: string;
  readonly token: string;
  /** Address or file of the OpenAPI document that the service is held to. */
  readonly document: string;
  readonly seconds: number;
  /** Ends at the first answer that is not as the document says, if that comes sooner. */
  readonly untilFailure?: boolean;
  /** The document says all that a request must be. */
  readonly isComplete?: boolean;
}

/** What came of a run. */
export interface SchemathesisReport {
  readonly sent: number;
  /** Its own words about each answer that is not as the document says; empty when all are. */
  readonly failures: readonly string[];
}

interface JsonReport {
  readonly test_cases: { readonly generated: number };
  readonly failures: readonly object[];
  readonly errors: readonly object[];
}

/** Its wrong tokens, one an operation, all come from one address: the service lets that pass. */
export function allowWrongTokens({ app }: TestApp): void {
  jest.spyOn(app.get(RequestLimits, { strict: false }), 'countGuess').mockResolvedValue();
}

/** The fuzzer of OpenAPI documents, from PyPI, in a Python environment of its own. */
export class Schemathesis {
  private constructor(private readonly command: string) {}

  /** Undefined, told on standard error, where it can't be installed. */
  static async find(): Promise<Schemathesis | undefined> {
    const bin = await findPythonPackage('schemathesis', VERSION);
    return bin === undefined ? undefined : new Schemathesis(join(bin, 'schemathesis'));
  }

  /**
   * Sends requests that it draws from the document, valid and invalid ones, for so long, and holds the answers against
   * the document by all of its checks; by `positive_data_acceptance` only where `isComplete`, as rules beside the schema
   * refuse what that takes for valid.
   */
  async run(asked: SchemathesisRun): Promise<SchemathesisReport> {
    const { url, token, document, seconds, untilFailure = false, isComplete = false } = asked;
    const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'));
    const report = join(folder, 'report.json');
    const options = [
      ...['--url', url, '--header', `Authorization: Bearer ${token}`],
      ...[
        '--checks',
        'all',
        ...(isComplete ? ['--mode', 'positive'] : ['--exclude-checks', 'positive_data_acceptance']),
      ],
      ...['--seed', SEED],
      ...['--max-time', String(seconds), '--continue-on-failure', '--no-shrink'],
      ...(untilFailure ? ['--max-failures', '1'] : []),
      ...['--report', 'json', '--report-json-path', report],
    ];
    try {
      const said = await this.output(['run', document, ...options], folder);
      const text = await readFile(report, 'utf8').catch(() => {
        throw new Error(`Schemathesis left no report:\n${said}`);
      });
      const { test_cases, failures, errors } = JSON.parse(text) as JsonReport;
      const faults = [...failures, ...errors].map((fault) => JSON.stringify(fault));
      return { sent: test_cases.generated, failures: faults.length > 0 ? [...faults, said] : [] };
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
