import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { RequestLimits } from '../../src/access/request-limits.js';
import { testApp, type TestApp } from '../../test/support/app.js';
import { seededIndices } from '../../test/support/shared-indices.js';
import { execute, findPythonPackage } from '../../tools/testing/python-package.js';

const VERSION = '4.32.5';
/** The same requests in every run. */
const SEED = '20260630';
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

interface SchemathesisRun {
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

interface SchemathesisReport {
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

interface Schema {
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  items?: Schema;
  required?: string[];
  [keyword: string]: unknown;
}

const MOST_ROWS = 1_000_000;
const JUNE = { type: { enum: ['month'] }, value: { enum: ['2026-06'] } };

/**
 * The text of the document with its request schemas narrowed until no rule beside them can be broken: what is valid by
 * them must be taken. Ranges have only a lower bound, one sort item is enough, pages and rows are few, a product search
 * names its region, live streams have no amount and no old name, answers have all fields, facets have no interval and no GMV, videos
 * name a time, breakdowns one key, a creator, days and no level, rankings no channel and no local price, nothing names a handle
 * or a period to compare with, ids that are numbers have no more digits than a number keeps, and the period is June 2026.
 */
function narrowedDocument(text: string): string {
  const document = JSON.parse(documentOfWholeRows(text)) as { components: { schemas: Record<string, Schema> } };
  const { schemas } = document.components;
  schemas.Ids = withoutHandles(schemas.Ids ?? missing('Ids'));
  const at = (name: string): Record<string, Schema> => schemas[name]?.properties ?? missing(name);
  schemas.Range = { ...schemas.Range, required: ['min'], properties: { min: { type: 'number', format: 'double' } } };
  const moment = { type: 'number', format: 'double', minimum: 0, exclusiveMaximum: 1e12 };
  schemas.TimeRange = { ...schemas.TimeRange, required: ['min'], properties: { min: moment } };
  for (const name of Object.keys(schemas).filter((one) => one.endsWith('Request'))) {
    const fields = at(name);
    const { page, orderby, limit, measure } = fields;
    if (page !== undefined) page.maximum = 5;
    if (orderby !== undefined) orderby.maxItems = 1;
    if (limit !== undefined) limit.maximum = MOST_ROWS;
    if (measure !== undefined) measure.enum = ['units_sold'];
    delete fields.excel;
    delete fields.compare_to;
  }
  for (const name of Object.keys(schemas)) {
    if (/^(TopEcommerce|.*TopSelling)(Export)?Request$/.test(name)) delete at(name).orderby;
    if (name.endsWith('Filter')) delete at(name).unique_id;
    if (name.endsWith('FacetItem')) delete at(name).interval;
    if (/TopSellingFilter$/.test(name)) {
      delete at(name).channel;
      delete at(name).price_range;
    }
    if (/HistoryRequest$/.test(name))
      Object.assign(at(name), { date_type: JUNE.type, from: JUNE.value, to: JUNE.value });
  }
  for (const name of ['BreakdownRequest', 'BreakdownExportRequest']) {
    Object.assign(at(name), { from: { enum: ['2026-06-01'] }, to: { enum: ['2026-06-30'] } });
    Object.assign(schemas[name] ?? missing(name), { required: ['by', 'filter', 'from', 'to'] });
    delete at(name).date_info;
    delete at(name).level;
    (at(name).by?.oneOf as Schema[]).pop();
  }
  const request = { type: 'object', maxProperties: 0 };
  Object.assign(at('LinkRequest'), { operation: { enum: ['exportProducts'] }, request });
  // What a rule requires beside the schema, and no null for it.
  Object.assign(schemas.BreakdownFilter ?? missing('BreakdownFilter'), { required: ['uid'] });
  Object.assign(at('BreakdownFilter'), { uid: { type: 'string', pattern: '^[0-9]{1,19}$' } });
  Object.assign(schemas.VideoFilter ?? missing('VideoFilter'), { required: ['create_time_range'] });
  at('VideoFilter').create_time_range = { $ref: '#/components/schemas/TimeRange' };
  for (const name of ['uv_value_range', 'follower_range', 'sold_range', 'start_time']) delete at('LiveFilter')[name];
  at('ProductFilter').region = { $ref: '#/components/schemas/Region' };
  Object.assign(schemas.ProductFacetsRequest ?? missing('ProductFacetsRequest'), { required: ['filter', 'facets'] });
  at('ProductFacetsRequest').filter = { $ref: '#/components/schemas/ProductFilter' };
  Object.assign(schemas.ProductFilter ?? missing('ProductFilter'), { required: ['region'] });
  const deepest = schemas.CategoryHistoryRequest ?? missing('CategoryHistoryRequest');
  deepest.required = [...(deepest.required ?? []), 'level', 'l3_category_id'];
  const category = { type: 'integer', minimum: 1, maximum: 1_000_000 };
  Object.assign(at('CategoryHistoryRequest'), { level: { enum: [3] }, l3_category_id: category });
  Object.assign(at('MonthPeriod'), JUNE);
  schemas.DateInfo = { $ref: '#/components/schemas/MonthPeriod' };
  return JSON.stringify(document);
}

/** The schema of ids whose texts don't begin with @ and whose numbers keep their digits however they are written. */
function withoutHandles(ids: Schema): Schema {
  return JSON.parse(JSON.stringify(ids), (name, value: unknown) => {
    if (name === 'pattern') return (value as string).replace('^\\s*[^', '^\\s*[^@');
    const bounds = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
    return (value as Schema | null)?.format === 'int64' ? { ...(value as Schema), ...bounds } : value;
  }) as Schema;
}

/** The text of the document without the choice of fields: rows have all that they have unless these are chosen. */
function documentOfWholeRows(text: string): string {
  const whole = text.replaceAll('"x-required":', '"required":');
  const document = JSON.parse(whole) as { components: { schemas: Record<string, Schema> } };
  for (const [name, { properties }] of Object.entries(document.components.schemas)) {
    if (/(?<!Export)Request$/.test(name)) delete properties?.fields;
  }
  return JSON.stringify(document);
}

function missing(name: string): never {
  throw new Error(`The document has no ${name} to narrow.`);
}

const SECONDS = 20;
/** For a fault that is there; a busy machine takes longer to find it. */
const UNTIL_FOUND = { seconds: 240, untilFailure: true };

const schemathesis = await Schemathesis.find();

(schemathesis === undefined ? describe.skip : describe)(
  'schemathesis, with the document that the service serves',
  () => {
    const service = testApp(() => ({
      name: 'schemathesis',
      indices: seededIndices(),
    }));
    beforeAll(async () => {
      allowWrongTokens(service);
    });

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
