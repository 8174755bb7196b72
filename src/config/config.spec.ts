import { SCOPES } from '../common/access-token.js';
import { ConfigError, loadConfig, misspeltSettings } from './config.js';
import { itemsOf } from './setting.js';

const faultsOf = (environment: Record<string, string>): readonly string[] => {
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

  it('takes a cluster with its credentials', () => {
    const environment = {
      ELASTICSEARCH_URL: 'https://search.example:9200',
      ELASTICSEARCH_USERNAME: 'reader',
      ELASTICSEARCH_PASSWORD: 'secret',
      ELASTICSEARCH_CA_FILE: '/certs/ca.pem',
    };
    expect(loadConfig(environment).elasticsearch).toEqual({
      url: 'https://search.example:9200',
      username: 'reader',
      password: 'secret',
      caFile: '/certs/ca.pem',
    });
  });

  it('takes the addresses of several nodes', () => {
    const url = 'https://a.example:9200, https://b.example:9200,';
    expect(loadConfig({ ELASTICSEARCH_URL: url }).elasticsearch).toEqual({ url });
    expect(itemsOf(url)).toEqual(['https://a.example:9200', 'https://b.example:9200']);
  });

  it.each([
    ['5', 5],
    ['1024', 1024],
    ['auto', 'auto'],
  ])('takes %s shards for new indices', (INDEX_SHARDS, indexShards) => {
    expect(loadConfig({ INDEX_SHARDS }).indexShards).toBe(indexShards);
  });

  it('takes limits of tokens in general, 0 being none', () => {
    const environment = { RATE_LIMIT_PER_SECOND: '10', RATE_LIMIT_BURST: '20', RATE_LIMIT_PER_DAY: '0' };
    expect(loadConfig(environment).limits).toEqual({ perSecond: 10, burst: 20, perMinute: 0, perDay: 0 });
  });

  it('takes an identity provider with its audiences, and the values that give scopes', () => {
    const environment = { OIDC_ISSUER: 'https://id.example/realms/x', OIDC_AUDIENCE: 'a, https://b.example/mcp' };
    expect(loadConfig(environment).oidc).toEqual({
      issuer: 'https://id.example/realms/x',
      audience: ['a', 'https://b.example/mcp'],
      claim: 'scope',
      grants: SCOPES.map((scope) => [scope, scope]),
    });
    const OIDC_SCOPES = SCOPES.map((scope) => `analysts:all=${scope}`).join(',');
    expect(loadConfig({ ...environment, OIDC_SCOPES, OIDC_SCOPES_CLAIM: 'groups' }).oidc).toMatchObject({
      claim: 'groups',
      grants: SCOPES.map((scope) => ['analysts:all', scope]),
    });
    expect(faultsOf({ OIDC_ISSUER: 'https://id.example' })).toEqual([
      'OIDC_ISSUER and OIDC_AUDIENCE go together: set both or neither.',
    ]);
    expect(faultsOf({ OIDC_AUDIENCE: 'a' })).toHaveLength(1);
    expect(faultsOf({ OIDC_SCOPES: 'analysts=all' })).toEqual([
      'OIDC_SCOPES is "analysts=all"; it must be a list of value=scope such as analysts=video.',
    ]);
  });

  it('takes the address that clients know', () => {
    expect(loadConfig({ PUBLIC_URL: 'https://a.example/api/' }).publicUrl).toBe('https://a.example/api');
    expect(faultsOf({ PUBLIC_URL: 'a.example' })).toHaveLength(1);
  });

  it('takes the hosts of pages, in any case', () => {
    expect(loadConfig({}).pageHosts).toEqual(['tiktok.com']);
    expect(loadConfig({ PAGE_HOSTS: 'Shop.example, video.example' }).pageHosts).toEqual([
      'shop.example',
      'video.example',
    ]);
    const fault = 'PAGE_HOSTS is "https://shop.example"; it must be a list of host names such as shop.example.';
    expect(faultsOf({ PAGE_HOSTS: 'https://shop.example' })).toEqual([fault]);
    for (const PAGE_HOSTS of ['shop.example/x', 'shop.example:80', 'a b', '*.example'])
      expect(faultsOf({ PAGE_HOSTS })).toHaveLength(1);
  });

  it('takes the proxies that may speak of a client’s address', () => {
    const TRUSTED_PROXIES = '10.0.0.0/8, loopback,2001:db8::/32';
    expect(loadConfig({ TRUSTED_PROXIES }).trustedProxies).toEqual(['10.0.0.0/8', 'loopback', '2001:db8::/32']);
  });

  it.each([
    [{}, undefined],
    [{ OTEL_SERVICE_NAME: 'search' }, undefined],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' },
      {
        url: 'http://collector:4318/v1/traces',
        serviceName: 'commerce-analytics-search',
      },
    ],
    [
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces/x',
        OTEL_SERVICE_NAME: 'search',
      },
      { url: 'https://traces/x', serviceName: 'search' },
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_EXPORTER: 'none' }, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }, undefined],
  ])('takes traces as OpenTelemetry’s variables say: %j', (environment, tracing) => {
    expect(loadConfig(environment).tracing).toEqual(tracing);
  });

  it('does not judge the variables of OpenTelemetry while it sends no traces', () => {
    expect(faultsOf({ OTEL_TRACES_SAMPLER: 'jaeger_remote' })).toEqual([]);
  });

  it('treats an empty variable as not set', () => {
    expect(loadConfig({ PORT: '', ELASTICSEARCH_URL: ' ' }).port).toBe(3000);
  });

  it('names every variable at fault at once', () => {
    const faults = faultsOf({
      PORT: '65536',
      INDEX_PREFIX: 'Commerce',
      REQUEST_TIMEOUT_MS: '1.5',
      LOG_LEVEL: 'loud',
    });
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      'PORT',
      'REQUEST_TIMEOUT_MS',
      'INDEX_PREFIX',
      'LOG_LEVEL',
    ]);
  });

  it.each([
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
