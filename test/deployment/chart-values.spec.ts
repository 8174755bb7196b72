import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

const CHART = join('deploy', 'commerce-analytics');
type Values = Readonly<Record<string, unknown>>;
const DEFAULTS = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as Values;
const SCHEMA = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as object;

/** The paths of all values; those below objects that the chart takes as they are stay out. */
function pathsOf(values: unknown, schema: unknown): string[] {
  const { properties } = schema as { properties?: Values };
  return Object.entries(properties ?? {}).flatMap(([name, inner]) => [
    name,
    ...pathsOf((values as Values)[name], inner).map((path) => `${name}.${path}`),
  ]);
}

describe('the schema of the chart’s values', () => {
  const isValid = new Ajv({ allErrors: true, strictTypes: false }).compile(SCHEMA);
  const faults = (values: object): string[] =>
    isValid(values) ? [] : (isValid.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);

  it('takes the defaults, and has no value that values.yaml lacks but those for parts of other charts', () => {
    expect(faults(DEFAULTS)).toEqual([]);
    const lacking = pathsOf(DEFAULTS, SCHEMA).filter(
      (path) => path.split('.').reduce<unknown>((holder, name) => (holder as Values)[name], DEFAULTS) === undefined,
    );
    expect(lacking).toEqual(['global']);
  });

  it.each<[fault: string, values: object]>([
    [' additionalProperties', { replica: 3 }],
    ['/ingress additionalProperties', { ingress: { enable: true } }],
    ['/elasticsearch/url pattern', { elasticsearch: { url: 'search.example:9200' } }],
    ['/replicas type', { replicas: 'two' }],
    ['/service/port maximum', { service: { port: 70000 } }],
    ['/image/pullPolicy enum', { image: { pullPolicy: 'Sometimes' } }],
    ['/load/loads/0 type', { load: { loads: ['products'] } }],
    ['/monitoring/interval pattern', { monitoring: { interval: '15' } }],
  ])('finds%s', (fault, values) => {
    expect(faults(values)).toEqual([fault]);
  });

  it('takes what the pages show', () => {
    expect(
      faults({
        elasticsearch: {
          url: 'https://a.example:9200,https://b.example:9200',
          credentialsSecret: 'es',
          caSecret: 'ca',
        },
        ingress: {
          enabled: true,
          host: 'shop.example',
          tlsSecret: 'shop-tls',
          pageAnnotations: { login: 'https://l' },
        },
        config: { TRUSTED_PROXIES: '10.0.0.0/8' },
        load: { enabled: true, loads: [['products', '--replace', '/data/products.ndjson.gz']] },
      }),
    ).toEqual([]);
  });
});
