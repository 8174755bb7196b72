import type { TokenLimits } from '../common/access-token.js';
import { nearestName } from '../common/nearest-name.js';
import { settingDescriptions } from './setting.js';
import { AGREEMENTS, Settings } from './settings.js';

/** The validated environment. Besides it only the packages of OpenTelemetry read `process.env`. src/config/settings.ts describes each value. */
export type Config = Readonly<ReturnType<typeof toConfig>>;

/** The Elasticsearch to use. Nothing that serves or loads goes on without an address. */
export type ElasticsearchConfig = Readonly<Partial<Config['elasticsearch']>>;

/** The identity provider whose access tokens are accepted. */
export type OidcConfig = Readonly<NonNullable<ReturnType<typeof oidc>>>;

export const CONFIG = Symbol('CONFIG');

export const LOGGER = Symbol('LOGGER');

/** The environment is invalid; `faults` has one sentence per fault. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The environment is not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and validates the environment. @throws ConfigError naming every invalid variable and its valid values */
export function loadConfig(environment: Environment): Config {
  const settings = new Settings();
  for (const { name, rule } of settingDescriptions) {
    const text = environment[name]?.trim();
    if (text) Object.assign(settings, { [name]: rule.read?.(text) ?? text });
  }
  // OpenTelemetry's variables may be meant for other programs while this one sends no traces.
  const isTraced = traces(settings) !== undefined;
  const faults = settingDescriptions.flatMap(({ name, rule }) => {
    const value = settings[name as keyof Settings];
    if (value === undefined || rule.accepts(value) || (name.startsWith('OTEL_') && !isTraced)) return [];
    return `${name} ${rule.secret ? '' : `is "${String(value)}"; it `}must be ${rule.valid}.`;
  });
  faults.push(...AGREEMENTS.flatMap(([holds, message]) => (holds(settings) ? [] : message)));
  if (faults.length > 0) throw new ConfigError(faults);
  return toConfig(settings);
}

function toConfig(settings: Settings) {
  return {
    host: settings.HOST,
    port: settings.PORT,
    elasticsearch: {
      /** One or more addresses, separated by commas. */
      url: settings.ELASTICSEARCH_URL,
      apiKey: settings.ELASTICSEARCH_API_KEY,
      username: settings.ELASTICSEARCH_USERNAME,
      password: settings.ELASTICSEARCH_PASSWORD,
      caFile: settings.ELASTICSEARCH_CA_FILE,
    },
    indexPrefix: settings.INDEX_PREFIX,
    indexShards: settings.INDEX_SHARDS,
    requestTimeoutMs: settings.REQUEST_TIMEOUT_MS,
    shutdownDelayMs: settings.SHUTDOWN_DELAY_MS,
    pageCacheBytes: settings.PAGE_CACHE_MIB * 1024 * 1024,
    listsBytes: settings.LISTS_MIB * 1024 * 1024,
    requestsAtOnce: settings.REQUESTS_AT_ONCE,
    requestsWaiting: settings.REQUESTS_WAITING,
    expensive: {
      requestsAtOnce: settings.EXPENSIVE_REQUESTS_AT_ONCE,
      requestsWaiting: settings.EXPENSIVE_REQUESTS_WAITING,
    },
    exportMaxRows: settings.EXPORT_MAX_ROWS ?? Infinity,
    breakdownMaxRows: settings.BREAKDOWN_MAX_ROWS,
    rankingMaxRows: settings.RANKING_MAX_ROWS,
    logLevel: settings.LOG_LEVEL,
    logClients: settings.LOG_CLIENTS === 'on',
    slowRequestMs: settings.SLOW_REQUEST_MS,
    metricsAccess: settings.METRICS_ACCESS,
    compression: settings.COMPRESSION === 'on',
    securityContact: settings.SECURITY_CONTACT,
    explorer: settings.EXPLORER === 'on',
    explorerImages: settings.EXPLORER_IMAGES,
    contact: settings.CONTACT,
    mcp: settings.MCP === 'on',
    corsOrigins: settings.CORS_ORIGINS,
    /** 0 means no limit. */
    limits: {
      perSecond: settings.RATE_LIMIT_PER_SECOND,
      burst: settings.RATE_LIMIT_BURST,
      perMinute: settings.RATE_LIMIT_PER_MINUTE,
      perDay: settings.RATE_LIMIT_PER_DAY,
    } as TokenLimits,
    trustedProxies: settings.TRUSTED_PROXIES,
    pageHosts: settings.PAGE_HOSTS.map((host) => host.toLowerCase()),
    publicUrl: settings.PUBLIC_URL?.replace(/(?<!\/)\/+$/, ''),
    /** The first signs links, each opens them; without one there are no links. */
    linkSecrets: settings.LINK_SECRET,
    oidc: oidc(settings),
    tracing: traces(settings),
  };
}

function oidc(settings: Settings) {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_SCOPES_CLAIM: claim } = settings;
  if (issuer === undefined) return undefined;
  const grants = settings.OIDC_SCOPES.map((pair) => pair.split('=') as [value: string, scope: string]);
  return { issuer, audience, claim, grants };
}

function traces(settings: Settings) {
  if (settings.OTEL_SDK_DISABLED.toLowerCase() === 'true' || settings.OTEL_TRACES_EXPORTER === 'none') return undefined;
  const base = settings.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/(?<!\/)\/+$/, '');
  const url = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`);
  if (url === undefined) return undefined;
  // OpenTelemetry's packages read their other variables, such as OTEL_TRACES_SAMPLER, themselves.
  return { url, serviceName: settings.OTEL_SERVICE_NAME };
}

/** Edits between a name that counts as misspelt and the setting it stands for. */
const MISSPELT_BY = 2;
/** Shorter names are near to unrelated variables: `HOST` to `CHOST`. */
const SHORTEST_MISSPELT = 6;

/** A sentence for each variable that is not a setting and is spelt nearly like one. */
export function misspeltSettings(environment: Environment): string[] {
  const settings = settingDescriptions.map(({ name }) => name);
  return Object.keys(environment).flatMap((name) => {
    if (settings.includes(name) || name.length < SHORTEST_MISSPELT) return [];
    const nearest = nearestName(name, settings, MISSPELT_BY);
    return nearest === undefined ? [] : `${name} is not a setting; did you mean ${nearest}?`;
  });
}
