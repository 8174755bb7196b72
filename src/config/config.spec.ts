import { SCOPES } from '../common/access-token.js';
import { ConfigError, type Environment, loadConfig, misspeltSettings } from './config.js';

const NODES = 'https://a.example:9200, https://b.example:9200,';
const OIDC = { OIDC_ISSUER: 'https://id.example/realms/x', OIDC_AUDIENCE: 'a, https://b.example/mcp' };
const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

const faultsOf = (environment: Environment): readonly string[] => {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
};

describe('loadConfig', () => {
  it('has a default for everything', () => {
    expect(loadConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      elasticsearch: {},
      indexPrefix: 'commerce-',
      indexShards: 'auto',
      requestTimeoutMs: 3000,
      shutdownDelayMs: 500,
      pageCacheBytes: 64 * 1024 * 1024,
      pageHosts: ['tiktok.com'],
      requestsAtOnce: 12,
      requestsWaiting: 52,
      expensive: { requestsAtOnce: 2, requestsWaiting: 200 },
      exportMaxRows: Infinity,
      breakdownMaxRows: 20_000,
      rankingMaxRows: 1_000_000,
      listsBytes: 128 * 1024 * 1024,
      logLevel: 'info',
      logClients: true,
      slowRequestMs: 1000,
      metricsAccess: 'loopback',
      compression: true,
      explorer: true,
      explorerImages: ['https:'],
      contact: '',
      mcp: false,
      corsOrigins: [],
      limits: { perSecond: 0, burst: 0, perMinute: 0, perDay: 0 },
      linkSecrets: [],
      trustedProxies: [],
    });
  });

  it.each<[environment: Environment, config: object]>([
    [
      {
        ...{ ELASTICSEARCH_URL: 'https://search.example:9200', ELASTICSEARCH_CA_FILE: '/certs/ca.pem' },
        ...{ ELASTICSEARCH_USERNAME: 'reader', ELASTICSEARCH_PASSWORD: 'secret' },
      },
      {
        elasticsearch: {
          ...{ url: 'https://search.example:9200', caFile: '/certs/ca.pem', username: 'reader', password: 'secret' },
        },
      },
    ],
    [{ ELASTICSEARCH_URL: NODES }, { elasticsearch: { url: NODES } }],
    [{ INDEX_SHARDS: '5' }, { indexShards: 5 }],
    [{ INDEX_SHARDS: '1024' }, { indexShards: 1024 }],
    [{ INDEX_SHARDS: 'auto' }, { indexShards: 'auto' }],
    [
      { RATE_LIMIT_PER_SECOND: '10', RATE_LIMIT_BURST: '20', RATE_LIMIT_PER_DAY: '0' },
      { limits: { perSecond: 10, burst: 20, perMinute: 0, perDay: 0 } },
    ],
    [
      OIDC,
      {
        oidc: {
          ...{ issuer: 'https://id.example/realms/x', audience: ['a', 'https://b.example/mcp'], claim: 'scope' },
          grants: SCOPES.map((scope) => [scope, scope]),
        },
      },
    ],
    [
      { ...OIDC, OIDC_SCOPES: SCOPES.map((scope) => `analysts:all=${scope}`).join(','), OIDC_SCOPES_CLAIM: 'groups' },
      { oidc: { claim: 'groups', grants: SCOPES.map((scope) => ['analysts:all', scope]) } },
    ],
    [{ PUBLIC_URL: 'https://a.example/api/' }, { publicUrl: 'https://a.example/api' }],
    [{ PAGE_HOSTS: 'Shop.example, video.example' }, { pageHosts: ['shop.example', 'video.example'] }],
    [
      { TRUSTED_PROXIES: '10.0.0.0/8, loopback,2001:db8::/32' },
      { trustedProxies: ['10.0.0.0/8', 'loopback', '2001:db8::/32'] },
    ],
    [{ OTEL_SERVICE_NAME: 'search' }, { tracing: undefined }],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' },
      { tracing: { url: 'http://collector:4318/v1/traces', serviceName: 'commerce-analytics-search' } },
    ],
    [
      { ...COLLECTOR, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces/x', OTEL_SERVICE_NAME: 'search' },
      { tracing: { url: 'https://traces/x', serviceName: 'search' } },
    ],
    [{ ...COLLECTOR, OTEL_TRACES_EXPORTER: 'none' }, { tracing: undefined }],
    [{ ...COLLECTOR, OTEL_SDK_DISABLED: 'true' }, { tracing: undefined }],
    [
      { PORT: '', ELASTICSEARCH_URL: ' ' },
      { port: 3000, elasticsearch: { url: undefined } },
    ],
  ])('reads %j', (environment, config) => {
    expect(loadConfig(environment)).toMatchObject(config);
  });

  it('does not judge the variables of OpenTelemetry while it sends no traces', () => {
    expect(faultsOf({ OTEL_TRACES_SAMPLER: 'jaeger_remote' })).toEqual([]);
  });

  it('names every variable at fault at once', () => {
    const faults = faultsOf({ PORT: '65536', INDEX_PREFIX: 'A', REQUEST_TIMEOUT_MS: '1.5', LOG_LEVEL: 'loud' });
    const names = ['PORT', 'REQUEST_TIMEOUT_MS', 'INDEX_PREFIX', 'LOG_LEVEL'];
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual(names);
  });

  it.each<[Environment, string]>([
    [{ OIDC_ISSUER: 'https://id.example' }, 'OIDC_ISSUER and OIDC_AUDIENCE go together: set both or neither.'],
    [{ OIDC_AUDIENCE: 'a' }, 'OIDC_ISSUER and OIDC_AUDIENCE go together'],
    [
      { OIDC_SCOPES: 'analysts=all' },
      'OIDC_SCOPES is "analysts=all"; it must be a list of value=scope such as analysts=video.',
    ],
    [{ PUBLIC_URL: 'a.example' }, 'PUBLIC_URL is "a.example"; it must be an http or https address'],
    [
      { PAGE_HOSTS: 'https://shop.example' },
      'PAGE_HOSTS is "https://shop.example"; it must be a list of host names such as shop.example.',
    ],
    ...['shop.example/x', 'shop.example:80', 'a b', '*.example'].map((PAGE_HOSTS): [Environment, string] => [
      { PAGE_HOSTS },
      `PAGE_HOSTS is "${PAGE_HOSTS}"; it must be`,
    ]),
    [{ ELASTICSEARCH_URL: 'search.example' }, 'ELASTICSEARCH_URL must be an http or https address'],
    [{ ELASTICSEARCH_URL: 'http://a:1,b:2' }, 'ELASTICSEARCH_URL must be an http or https address'],
    [{ METRICS_ACCESS: 'public' }, 'METRICS_ACCESS is "public"; it must be one of loopback, token, open'],
    [{ CORS_ORIGINS: 'https://app.example/' }, 'CORS_ORIGINS is "https://app.example/"; it must be a list of origins'],
    [{ EXPLORER_IMAGES: "https:, 'self'" }, 'it must be a list of origins, or https:'],
    [{ RATE_LIMIT_BURST: '5' }, 'RATE_LIMIT_BURST goes with RATE_LIMIT_PER_SECOND'],
    [
      { TRUSTED_PROXIES: '10.0.0.0/33' },
      'TRUSTED_PROXIES is "10.0.0.0/33"; it must be a list of addresses or networks',
    ],
    [{ TRUSTED_PROXIES: '10.0.0.1,proxy' }, 'TRUSTED_PROXIES is "10.0.0.1,proxy"'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:1', OTEL_TRACES_SAMPLER: 'some' },
      'OTEL_TRACES_SAMPLER is "some"; it must be one of parentbased_always_on, always_on',
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:1', OTEL_TRACES_SAMPLER_ARG: '1.5' },
      'OTEL_TRACES_SAMPLER_ARG is "1.5"; it must be a share from 0 to 1',
    ],
    [{ INDEX_SHARDS: '0' }, 'INDEX_SHARDS is "0"; it must be a whole number from 1 to 1024, or auto.'],
    [{ INDEX_SHARDS: '1025' }, 'INDEX_SHARDS is "1025"'],
    [{ INDEX_SHARDS: 'many' }, 'INDEX_SHARDS is "many"'],
    [{ ELASTICSEARCH_URL: ' , ' }, 'ELASTICSEARCH_URL must be an http or https address'],
    [{ ELASTICSEARCH_URL: 'http://a:1', ELASTICSEARCH_USERNAME: 'x' }, 'go together'],
    [
      {
        ELASTICSEARCH_URL: 'http://a:1',
        ELASTICSEARCH_USERNAME: 'x',
        ELASTICSEARCH_PASSWORD: 'y',
        ELASTICSEARCH_API_KEY: 'z',
      },
      'exclude each other',
    ],
  ])('refuses %j', (environment, text) => {
    expect(faultsOf(environment)).toEqual([expect.stringContaining(text)]);
  });
});

describe('variables that are not settings', () => {
  it.each([
    ['RATE_LIMIT_PERSECOND', 'RATE_LIMIT_PER_SECOND'],
    ['elasticsearch_url', 'ELASTICSEARCH_URL'],
    ['METRIC_ACCES', 'METRICS_ACCESS'],
  ])('%s is told to be %s', (name, setting) => {
    expect(misspeltSettings({ [name]: '1', PATH: '/bin' })).toEqual([
      `${name} is not a setting; did you mean ${setting}?`,
    ]);
  });

  it('are not mentioned when they are settings or unlike any', () => {
    expect(
      misspeltSettings({ RATE_LIMIT_PER_SECOND: '1', CHOST: 'x', POST: 'y', OTEL_BSP_SCHEDULE_DELAY: '5' }),
    ).toEqual([]);
  });
});
