import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { format } from 'prettier';
import { choosesFields } from '../support/api-client.js';
import { deleteIndices, elasticsearchUrl, startTestApp, type TestApp } from '../support/app.js';
import { makeCommand } from '../support/client-command.js';
import { loadSeed } from '../support/load-records.js';
import { OPEN_API, undocumentedIn, undocumentedInHead, undocumentedInRequest } from '../support/open-api.js';
import {
  answerShown,
  codeIn,
  definitionsBefore,
  type DocumentCode,
  DOCUMENTS,
  isPreparation,
  isPython,
  isShell,
  sends,
  unrunIn,
} from './document-code.js';
import { temporaryFolder } from '../support/temporary-folder.js';

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly sent: string;
  readonly status: number;
  readonly headers: Headers;
  readonly answered: string;
}

/** Passes requests on to an address and keeps what was sent and answered. */
export class RecordingProxy {
  private readonly exchanges: Exchange[] = [];
  private readonly server = createServer((request, response) => {
    this.pass(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  private constructor(private readonly target: string) {}

  static async before(target: string): Promise<RecordingProxy> {
    const proxy = new RecordingProxy(target);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  taken(): Exchange[] {
    return this.exchanges.splice(0);
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request;
    const sent = Buffer.concat((await request.toArray()) as Buffer[]).toString();
    const answer = await fetch(`${this.target}${path}`, {
      method,
      headers: passedOn(Object.entries(request.headers) as [string, string][]),
      ...(sent !== '' && { body: sent }),
    });
    const answered = await answer.text();
    this.exchanges.push({ method, path, sent, status: answer.status, headers: answer.headers, answered });
    response.writeHead(answer.status, passedOn([...answer.headers])).end(answered);
  }
}

/** Headers that are about a connection or the bytes on it. */
const OF_CONNECTION = /^(?:host|connection|content-length|content-encoding|transfer-encoding)$/;

const passedOn = (headers: readonly [string, string][]): Record<string, string> =>
  Object.fromEntries(headers.filter(([name]) => !OF_CONNECTION.test(name)));

const CODE = DOCUMENTS.map((file) => codeIn(file));
const of = (file: string): DocumentCode[] => CODE.flat().filter((code) => code.file === file);
const titled = (code: readonly DocumentCode[]) =>
  code.map((one) => [`${one.place} ${one.text.split('\n')[0] ?? ''}`.slice(0, 100), one] as const);

const COMMANDS = CODE.flat().filter((code) => isShell(code) && sends(code) && !isPreparation(code));
const isForElasticsearch = ({ text }: DocumentCode): boolean => text.includes('$ES');
const RECIPES = of('docs/recipes.md');
/** What `test/clients/rules.slow-spec.ts` runs: it asks nothing of the service. */
const isOfReceiver = ({ text }: DocumentCode): boolean => text.includes('standardwebhooks');
/** What identifies a record: the first of these fields that it has. */
const IDS = ['video_id', 'product_id', 'room_id', 'uid', 'id'];
/** Requests that the embedded node refuses with 400: it has no security and no snapshot lifecycle management. */
const NEEDS_FULL_DISTRIBUTION = /^\/_(security|slm)\//;

const hasPython = spawnSync('python3', ['-c', 'import urllib.request']).status === 0;
if (!hasPython) process.stderr.write('There is no Python 3: the examples in Python are skipped.\n');
const withPython = hasPython ? it : it.skip;

interface Listed {
  readonly [field: string]: unknown;
  readonly children?: readonly Listed[];
}

const idsIn = (list: readonly Listed[]): string[] =>
  list.flatMap((record) => [
    String(record[IDS.find((name) => record[name] !== undefined) ?? '']),
    ...idsIn(record.children ?? []),
  ]);

const pathOf = ({ path }: Exchange): string => path.replace(/\?.*$/s, '');
const isOperation = (exchange: Exchange): boolean => OPEN_API.paths[pathOf(exchange)] !== undefined;

/** How a request of a document and its answer depart from the OpenAPI document, and whether it found something. */
function faultsOf(exchange: Exchange): string[] {
  const { method, path, sent, status, headers, answered } = exchange;
  const isStream = status === 200 && path.endsWith('/export');
  const body = isStream ? undefined : (JSON.parse(answered) as { data?: { list?: Listed[] } });
  return [
    ...(status === 200 ? [] : [`it was answered with ${status}: ${answered.slice(0, 300)}`]),
    ...(isOperation(exchange) && method === 'POST' ? undocumentedInRequest(path, JSON.parse(sent)) : []),
    ...undocumentedInHead(method, path, status, headers),
    ...(isStream ? [] : undocumentedIn(method, path, status, body, choosesFields(sent))),
    ...(body?.data?.list?.length === 0 ? ['it found nothing'] : []),
  ];
}

/** The answer of a tool without its text, which repeats the structured content. */
function withoutText(printed: string): object {
  const { result, ...others } = JSON.parse(printed) as {
    result: { content: readonly { text: string }[]; structuredContent: object };
  };
  const { content, ...shown } = result;
  expect(content.map(({ text }) => JSON.parse(text) as object)).toEqual([result.structuredContent]);
  return { result: shown, ...others };
}

describe('the requests of the documents', () => {
  let service: TestApp;
  let api: RecordingProxy;
  let elasticsearch: RecordingProxy;
  const folder = temporaryFolder('documents');
  beforeAll(async () => {
    service = await startTestApp({
      name: 'documents',
      load: loadSeed(0.05),
      config: { mcp: true, publicUrl: 'http://127.0.0.1:3000' },
    });
    api = await RecordingProxy.before(service.url);
    elasticsearch = await RecordingProxy.before(elasticsearchUrl());
    mkdirSync(join(folder, '.data'));
    writeFileSync(join(folder, '.data', 'development-token'), service.token);
  });
  afterAll(async () => {
    await api?.close();
    await elasticsearch?.close();
    await service?.close();
  });

  const run = async (program: string, ...parameters: string[]): Promise<string> => {
    const access = { COMMERCE_ANALYTICS_URL: `http://${api.host}`, COMMERCE_ANALYTICS_TOKEN: service.token };
    const hook = { HOOK_SECRET: Buffer.alloc(32, 1).toString('base64') };
    const env = { ...hook, PATH: process.env.PATH, ES: `http://${elasticsearch.host}`, ...access };
    return (await promisify(execFile)(program, parameters, { cwd: folder, env, maxBuffer: 1e8 })).stdout;
  };
  /** The prefix of the indices in the place of the one that documents name, and of its successor. */
  const withTestIndices = (text: string): string =>
    text
      .replaceAll('commerce2-', service.config.indexPrefix.replace('documents', 'documents2'))
      .replaceAll('commerce-', service.config.indexPrefix);
  /** Runs a command as the text has it, after what its document has defined; only addresses and indices are the test's. */
  const runCommand = async (command: DocumentCode): Promise<string> => {
    const text = `${definitionsBefore(of(command.file), command)}\n${command.text}`
      .replaceAll('http://127.0.0.1:3000', `http://${api.host}`)
      .replaceAll('HOST:PORT', api.host);
    return run('bash', '--norc', '-euo', 'pipefail', '-c', withTestIndices(text));
  };

  it('are all run, whatever they are written in', () => {
    expect(CODE.flatMap(unrunIn)).toEqual([]);
    const files = COMMANDS.map(({ file }) => file);
    expect(new Set(files)).toEqual(
      new Set(['README.md', 'docs/api.md', 'docs/assistants.md', 'docs/operating.md', 'docs/recipes.md']),
    );
  });

  it.each([
    ['```http\nPOST http http://127.0.0.1\n```', ['x.md:1: POST http http://127.0.0.1']],
    ['```js\nawait fetch("/video/v1/search")\n```', ['x.md:1: await fetch("/video/v1/search")']],
    ['Ask with `wget -O- HOST`.', ['x.md:1: wget -O- HOST']],
    ['```sh\ncurl -s $ES\n```\n`curl HOST:PORT`, and `fetch`', []],
  ])('would be missed if they were not: %j', (markdown, missed) => {
    expect(unrunIn(codeIn('x.md', markdown))).toEqual(missed);
  });

  describe('to the service', () => {
    const commands = COMMANDS.filter((command) => !isForElasticsearch(command));

    it.each(titled(commands))('%s', async (_, command) => {
      const printed = await runCommand(command);
      const exchanges = api.taken();
      expect(exchanges.length).toBeGreaterThan(0);
      expect(exchanges.flatMap(faultsOf)).toEqual([]);
      const shown = answerShown(of(command.file), command);
      const last = exchanges.at(-1) as Exchange;
      if (shown === undefined) return;
      if (isOperation(last)) {
        expect(
          undocumentedIn(last.method, last.path, last.status, JSON.parse(shown.text), choosesFields(last.sent)),
        ).toEqual([]);
        return;
      }
      const answer = withoutText(printed);
      if (process.env.WRITE_ANSWERS !== undefined) await writeAnswer(shown, JSON.stringify(answer));
      else expect(JSON.parse(shown.text)).toEqual(answer);
    });

    const preparationOf = ({ file }: DocumentCode): DocumentCode | undefined => of(file).find(isPython);
    const programs = CODE.flat().filter(
      (code) => isPython(code) && preparationOf(code) !== code && !isOfReceiver(code),
    );
    withPython.each(titled(programs))('in Python print what curl finds: %s', async (_, program) => {
      const printed = await run('python3', '-c', `${preparationOf(program)?.text}\n${program.text}`);
      expect(api.taken().flatMap(faultsOf)).toEqual([]);
      const ids = printed.split('\n').map((line) => line.split(' ')[0]);
      const command = of(program.file).find(
        (code) => code.section === program.section && isShell(code),
      ) as DocumentCode;
      const { data } = JSON.parse(await runCommand(command)) as { data: { list: Listed[] } };
      const found = idsIn(data.list);
      expect(ids.slice(0, found.length)).toEqual(found);
    });

    it('are the recipes, some in both languages', () => {
      const sections = (codes: readonly DocumentCode[]): string[] => codes.map(({ section }) => section).slice(1);
      const asked = sections(RECIPES.filter(isShell));
      expect(asked).toHaveLength(61);
      const inPython = sections(RECIPES.filter((code) => isPython(code) && !isOfReceiver(code)));
      expect(inPython).toEqual([1, 2, 10].map((number) => asked[number - 1]));
    });
  });

  it('have rules that the command takes, about questions that find something', async () => {
    const [rules] = RECIPES.filter(({ language }) => language === 'yaml');
    await makeCommand(folder);
    writeFileSync(join(folder, 'rules.yml'), rules?.text ?? '');
    await run(process.execPath, 'command.js', 'watch', '--rules', 'rules.yml', '--check');
    const exchanges = api.taken();
    expect(new Set(exchanges.map(({ sent }) => sent)).size).toBeGreaterThanOrEqual(5);
    expect(exchanges.flatMap(faultsOf)).toEqual([]);
  });

  /** Their order is that of the document: what is backed up is copied, deleted and restored. */
  describe('to Elasticsearch', () => {
    const commands = COMMANDS.filter(isForElasticsearch);
    const next = (): string => service.config.indexPrefix.replace('documents', 'documents2');
    const counts = async (prefix: string): Promise<Record<string, string>> => {
      await service.elasticsearch.indices.refresh({ index: `${prefix}*` });
      const rows = await service.elasticsearch.cat.indices({ index: `${prefix}*`, format: 'json' });
      return Object.fromEntries(rows.map((row) => [String(row.index), String(row['docs.count'])]));
    };
    const unassigned = (): string => service.config.indexPrefix.replace('documents', 'documents3');
    let before: Record<string, string>;
    beforeAll(async () => {
      before = await counts(service.config.indexPrefix);
      await service.closeService();
    });
    afterAll(async () => {
      await deleteIndices(service.elasticsearch, next());
      await deleteIndices(service.elasticsearch, unassigned());
      await service.elasticsearch.snapshot.delete({ repository: 'backup', snapshot: '*' });
      await service.elasticsearch.snapshot.deleteRepository({ name: 'backup' });
    });

    it.each(titled(commands))('%s', async (_, command) => {
      if (command.text.includes('/backup/upgrade/')) await takeSnapshot('upgrade');
      if (command.text.includes('/allocation/explain')) await createUnassignedReplica();
      await runCommand(command);
      const exchanges = elasticsearch.taken();
      expect(exchanges.length).toBeGreaterThan(0);
      for (const { path, status, answered } of exchanges) {
        expect([path, status, answered.slice(0, 300)]).toEqual([
          path,
          NEEDS_FULL_DISTRIBUTION.test(path) ? 400 : 200,
          expect.any(String),
        ]);
        expect(answered).not.toMatch(/"failed":[1-9]|"state":"(?!SUCCESS)/);
      }
    });

    it('bring everything back that they deleted, and the tokens under the next prefix', async () => {
      expect(await counts(service.config.indexPrefix)).toEqual(before);
      const alias = `${service.config.indexPrefix}tokens`;
      const tokens = Number((await service.elasticsearch.count({ index: alias })).count);
      expect(tokens).toBeGreaterThan(0);
      expect((await service.elasticsearch.count({ index: `${next()}tokens` })).count).toBe(tokens);
    });

    /** The replica of an index has no place on a single node; without a shard to explain, the answer is 400. */
    async function createUnassignedReplica(): Promise<void> {
      await service.elasticsearch.indices.create({
        ...{ index: unassigned(), settings: { number_of_replicas: 1 }, wait_for_active_shards: 1 },
      });
    }

    async function takeSnapshot(snapshot: string): Promise<void> {
      const indices = `${service.config.indexPrefix}*`;
      await service.elasticsearch.snapshot.create({
        ...{ repository: 'backup', snapshot, indices, include_global_state: false, wait_for_completion: true },
      });
    }
  });

  /** `npm run answers`. */
  async function writeAnswer({ file, text }: DocumentCode, printed: string): Promise<void> {
    const json = (await format(printed, { parser: 'json', printWidth: 120 })).trimEnd();
    const page = readFileSync(file, 'utf8');
    const at = page.indexOf(`\`\`\`json\n${text}\n\`\`\``);
    const end = at + `\`\`\`json\n${text}`.length;
    writeFileSync(file, `${page.slice(0, at)}\`\`\`json\n${json}${page.slice(end)}`);
  }
});
