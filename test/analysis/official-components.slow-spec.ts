import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { elasticsearchUrl } from '../support/app.js';
import { answersOf, COMPARED, officialAnswers } from './official-components.js';

const STAND_IN = 'commerce-analysis';

const client = createElasticClient({ url: elasticsearchUrl() });
const { modules = [] } = Object.values((await client.nodes.info({ metric: 'plugins' })).nodes)[0] ?? {};
const isStandIn = modules.some(({ name }) => name === STAND_IN);

describe('the analysis of the node', () => {
  const index = `official-components-${randomBytes(4).toString('hex')}`;
  beforeAll(() =>
    client.indices.create({
      index,
      settings: { number_of_replicas: 0, analysis: COMPARED as object },
      mappings: { properties: { title: { type: 'text', analyzer: 'f_cjk_characters_too' } } },
    }),
  );
  afterAll(async () => {
    await client.indices.delete({ index });
    await client.close();
  });

  it('gives each token that the official components give, in 7,220 texts', async () => {
    const official = officialAnswers();
    const answers = await answersOf(client, index, official);
    expect(official).toHaveLength(7_220);
    expect(official.filter((answer, at) => !isDeepStrictEqual(answer, answers[at]))).toEqual([]);
  });

  it('takes pairs and single characters of Han for words of one place in a query, not for a graph', async () => {
    const { explanations = [] } = await client.indices.validateQuery({
      index,
      explain: true,
      query: { match: { title: '保護套' } },
    });
    expect(explanations.map(({ explanation }) => explanation)).toEqual([
      'Synonym(title:保 title:保護) Synonym(title:護 title:護套) title:套',
    ]);
  });

  // Settings of the official components that the stand-in does not have, and some components.
  (isStandIn ? it.each : it.skip.each)([
    ['tokenizer', 'icu_tokenizer', 'rule_files', 'Latn:none.rbbi'],
    ['tokenizer', 'whitespace', 'max_token_length', 3],
    ['char_filter', 'mapping', 'mappings_path', 'none.txt'],
    ['char_filter', 'pattern_replace', 'flags', 'CASE_INSENSITIVE'],
    ['filter', 'icu_normalizer', 'name', 'nfc'],
    ['filter', 'icu_normalizer', 'unicode_set_filter', '[^ß]'],
    ['filter', 'icu_folding', 'unicode_set_filter', '[^ß]'],
    ['filter', 'icu_transform', 'dir', 'reverse'],
    ['filter', 'pattern_replace', 'flags', 'CASE_INSENSITIVE'],
    ['filter', 'pattern_replace', 'all', false],
    ['filter', 'cjk_bigram', 'ignored_scripts', ['han']],
    ['filter', 'edge_ngram', 'side', 'back'],
    ['filter', 'edge_ngram', 'preserve_original', true],
    ['filter', 'stemmer_override', 'rules_path', 'none.txt'],
    ['filter', 'stemmer', 'language', 'light_german'],
    ['filter', 'stemmer', 'name', 'english'],
    ['filter', 'length', 'minimum', 5],
    ['filter', 'asciifolding', 'preserve_original', true],
    ['char_filter', 'html_strip', 'escaped_tags', ['b']],
  ])(`is refused by the stand-in ${STAND_IN}: %s %s with %s`, async (kind, type, setting, value) => {
    const needed = { mappings: ['a=>b'], pattern: 'a', rules: ['a => b'], language: 'minimal_english' };
    const has: Readonly<Record<string, readonly (keyof typeof needed)[]>> = {
      mapping: ['mappings'],
      pattern_replace: ['pattern'],
      stemmer_override: ['rules'],
      stemmer: ['language'],
    };
    const rest = Object.fromEntries((has[type] ?? []).map((name) => [name, needed[name]]));
    const component = { type, ...rest, [setting]: value };
    const body = kind === 'tokenizer' ? { tokenizer: component } : { tokenizer: 'standard', [kind]: [component] };
    await expect(client.indices.analyze({ ...body, text: 'a' } as object)).rejects.toThrow(
      type === 'asciifolding' || type === 'html_strip'
        ? /failed to find global|Unknown/
        : /The development node (?:does not know the setting|has no stemmer)/,
    );
  });
});
