import { tmpdir } from 'node:os';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { createElasticClient, type ElasticClient } from '../../src/elastic/client/elastic-client.js';
import { ensureIndices } from '../../src/elastic/indices/ensure-indices.js';
import { readIndexDefinition } from '../../src/elastic/indices/index-definition.js';
import { IndexNames } from '../../src/elastic/indices/index-names.js';
import { startCommand } from '../loading/load-suite.js';
import { deleteIndices, elasticsearchUrl } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { buildService, ServiceProcess } from './service-process.js';

describe('npm start over indices of an earlier version', () => {
  const prefix = `test-start-${process.pid}-`;
  const { version } = readIndexDefinition('lives');
  let elasticsearch: ElasticClient;
  let start: ServiceProcess;

  beforeAll(async () => {
    await buildService();
    elasticsearch = createElasticClient({ url: elasticsearchUrl() });
    await ensureIndices(elasticsearch, new IndexNames(prefix));
    await elasticsearch.indices.putMapping({ index: `${prefix}lives`, _meta: { version: version - 1 } });
    start = ServiceProcess.spawn(['dev/start.mjs'], {
      cwd: PROJECT_DIR,
      env: {
        PATH: process.env.PATH,
        ELASTICSEARCH_URL: elasticsearchUrl(),
        INDEX_PREFIX: prefix,
        PORT: '0',
        LOG_LEVEL: 'silent',
      },
    });
  });
  afterAll(async () => {
    start?.signal('SIGTERM');
    await start?.end();
    await deleteIndices(elasticsearch, prefix);
    await elasticsearch.close();
  });

  it('says what is wrong and the command that mends it; its addresses come when it is ready', async () => {
    const trouble = `Not ready: ${prefix}lives-v${version}-first has mapping version ${version - 1}, not ${version}; end all processes of the old release, then npm run indices -- upgrade rewrites it; or start the release that made it: docs/operating.md, "Upgrade".\n`;
    await eventually('the trouble', () => start.text.includes(trouble));
    expect(start.text).not.toMatch(/http:/);
    const options = { url: elasticsearchUrl(), prefix, cwd: tmpdir() };
    expect(await startCommand('indices', ['upgrade'], options).ended).toMatchObject({ status: 0, stderr: '' });
    const [, address = ''] = await eventually(
      'its addresses',
      () => /^Swagger UI: +(\S+)\/docs$/m.exec(start.text) ?? undefined,
    );
    expect(start.text).toContain(`Explorer:      ${address}/explore\n`);
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
    expect((await fetch(`${address}/mcp`, { method: 'POST' })).status).toBe(401);
  });
});
