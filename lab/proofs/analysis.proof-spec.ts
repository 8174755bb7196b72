import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { createElasticClient, type ElasticClient } from '../../src/elastic/client/elastic-client.js';
import { answersOf, COMPARED, officialAnswers } from '../../test/analysis/official-components.js';
import { elasticsearchUrl } from '../../test/support/app.js';
import { eventually } from '../../test/support/eventually.js';

const IMAGE = 'commerce-analytics-elasticsearch:9.2.8';
const BASE_IMAGE = 'elasticsearch:9.2.8';
const CONTAINER = 'commerce-analytics-analysis-proof';
const INDEX = `analysis-proof-${randomBytes(4).toString('hex')}`;
const PORT = 19_200;
const BEST = 20;

const docker = (...parameters: string[]): { readonly status: number | null; readonly text: string } => {
  const { status, stdout } = spawnSync('docker', parameters, { encoding: 'utf8' });
  return { status, text: (stdout ?? '').trim() };
};
const missing =
  docker('info').status !== 0
    ? 'a container engine'
    : docker('image', 'inspect', BASE_IMAGE).status !== 0 && docker('pull', BASE_IMAGE).status !== 0
      ? `the image ${BASE_IMAGE}`
      : docker('image', 'inspect', '-f', '{{.Config.Labels.made_by}}', BASE_IMAGE).text.startsWith('commerce-analytics')
        ? `the official image ${BASE_IMAGE}: the one at hand was made by the proof of containers`
        : undefined;
if (missing !== undefined) process.stdout.write(`Skipped: analysis is not compared without ${missing}.\n`);

/** The official image against the development node: tokens, and hits and scores of each text searched in each field. */
(missing === undefined ? describe : describe.skip)('the official image', () => {
  const node = createElasticClient({ url: elasticsearchUrl() });
  const image = createElasticClient({ url: `http://127.0.0.1:${PORT}` });
  const official = officialAnswers();
  const analyzers = Object.keys(COMPARED.analyzer);
  const texts = [...new Set(official.map(({ text }) => text))];

  beforeAll(async () => {
    expect(docker('build', '-t', IMAGE, 'elastic').status).toBe(0);
    const settings = ['discovery.type=single-node', 'xpack.security.enabled=false', 'ES_JAVA_OPTS=-Xms512m -Xmx512m'];
    const parameters = settings.flatMap((setting) => ['-e', setting]);
    const published = `127.0.0.1:${PORT}:9200`;
    expect(docker('run', '-d', '--rm', '--name', CONTAINER, '-p', published, ...parameters, IMAGE).status).toBe(0);
    const isUp = (): Promise<boolean> =>
      image.cluster.health({ wait_for_status: 'yellow' }).then(
        () => true,
        () => false,
      );
    await eventually('the image', isUp, 300_000);
    await Promise.all([fill(node), fill(image)]);
  });
  afterAll(async () => {
    docker('stop', CONTAINER);
    await node.indices.delete({ index: INDEX });
    await Promise.all([node.close(), image.close()]);
  });

  async function fill(client: ElasticClient): Promise<void> {
    const fields = Object.fromEntries(analyzers.map((name) => [name, { type: 'text', analyzer: name } as const]));
    await client.indices.create({
      index: INDEX,
      settings: { number_of_replicas: 0, number_of_shards: 1, analysis: COMPARED as object },
      mappings: { properties: { ...fields, place: { type: 'integer' } } },
    });
    const documents = texts.map((text) => Object.fromEntries(analyzers.map((name) => [name, text])));
    await client.bulk({
      index: INDEX,
      refresh: true,
      operations: documents.flatMap((document, at) => [{ index: { _id: String(at) } }, { ...document, place: at }]),
    });
    await client.indices.forcemerge({ index: INDEX, max_num_segments: 1 });
  }

  it('makes the tokens of the table', async () => {
    const answers = await answersOf(image, INDEX, official);
    expect(official.filter((answer, at) => !isDeepStrictEqual(answer, answers[at]))).toEqual([]);
  });

  it('finds what the development node finds, with equal scores', async () => {
    let found = 0;
    for (const name of analyzers) {
      const [ours, theirs] = await Promise.all([bestOf(node, name), bestOf(image, name)]);
      expect({ name, hits: ours }).toEqual({ name, hits: theirs });
      found += ours.flat().length;
    }
    process.stdout.write(`${found} hits of ${analyzers.length * texts.length} searches have equal scores\n`);
    expect(found).toBeGreaterThan(texts.length);
  });

  async function bestOf(client: ElasticClient, field: string): Promise<readonly (readonly [string, number])[][]> {
    const { responses } = await client.msearch({
      index: INDEX,
      searches: texts.flatMap((query) => [
        {},
        { query: { match: { [field]: query } }, size: BEST, sort: ['_score', 'place'], _source: false },
      ]),
    });
    return responses.map((response) => {
      if ('error' in response) throw new Error(JSON.stringify(response.error));
      return response.hits.hits.map(({ _id = '', _score }) => [_id, _score ?? 0] as const);
    });
  }
});
