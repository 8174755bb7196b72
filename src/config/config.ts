import { isIP } from 'node:net';
import { closest, distance } from 'fastest-levenshtein';
import type { ShardSetting } from './shard-setting.js';
import { readShards, VALID_SHARDS } from './shard-setting.js';

/** The Elasticsearch to use: a cluster, or the embedded node. */
export type ElasticsearchConfig =
  | {
      readonly kind: 'cluster';
      /** Addresses of one or more nodes, separated by commas. */
      readonly url: string;
      readonly apiKey?: string;
      readonly username?: string;
      readonly password?: string;
      readonly caFile?: string;
    }
  | { readonly kind: 'embedded'; readonly port: number; readonly heap: string; readonly dataDir?: string };

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Injection token of the configuration. */
export const CONFIG = Symbol('CONFIG');

/** Injection token of the service's logger, whose level is configured. */
export const LOGGER = Symbol('LOGGER');

/** The validated environment. Nothing else reads `process.env`. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly elasticsearch: ElasticsearchConfig;
  /** Begins every index and alias name. */
  readonly indexPrefix: string;
  /** Number of shards of new indices. */
  readonly indexShards: ShardSetting;
  /** Deadline of a request in milliseconds, passed to Elasticsearch. */
  readonly requestTimeoutMs: number;
  /** After SIGTERM, /health/ready answers 503 for this time (milliseconds) before the service accepts no more requests. */
  readonly shutdownDelayMs: number;
  /** Memory for cached pages; 0 disables the cache. */
  readonly pageCacheBytes: number;
  /** Maximum concurrent searches. */
  readonly requestsAtOnce: number;
  /** Maximum queued searches; further requests get 503. */
  readonly requestsWaiting: number;
  /** Maximum rows of one export; Infinity unless an operator sets it. */
  readonly exportMaxRows: number;
  /** Maximum rows of the list of a sales breakdown. */
  readonly breakdownMaxRows: number;
  readonly logLevel: LogLevel;
  /** Requests that take this long (milliseconds) or longer are logged with their queries; 0 disables this. */
  readonly slowRequestMs: number;
  /** Who may read /metrics: this machine, holders of a token, or everybody. */
  readonly metricsAccess: MetricsAccess;
  /** Whether /explore serves the explorer. */
  readonly explorer: boolean;
  /** Whether /mcp offers the API as tools for assistants. */
  readonly mcp: boolean;
  /** Origins whose web pages may call the API; `*` means all. An empty list disables CORS. */
  readonly corsOrigins: readonly string[];
  /** Limits of tokens that have none of their own; a missing one means no limit. */
  readonly limits: {
    readonly perSecond?: number;
    readonly burst?: number;
    readonly perMinute?: number;
    readonly perDay?: number;
  };
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Undefined disables traces. */
  readonly tracing?: TracingConfig;
}

/** Traces of requests, from the standard variables of OpenTelemetry. */
export interface TracingConfig {
  /** Address for spans: OTLP over HTTP, as JSON. */
  readonly url: string;
  readonly serviceName: string;
  /** Share of the traces begun here that is kept, 0 to 1. */
  readonly share: number;
  /** Whether the `traceparent` of a caller decides if its trace is kept. */
  readonly callerDecides: boolean;
}

export const INDEX_PREFIX = /^[a-z0-9][a-z0-9_.-]{0,99}$/;
export const VALID_INDEX_PREFIX =
  'it must begin with a lower-case letter or digit and hold only a-z, 0-9, "-", "_" and "."';

const TRACES_SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

export const METRICS_ACCESS = ['loopback', 'token', 'open'] as const;
export type MetricsAccess = (typeof METRICS_ACCESS)[number];

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The environment is invalid; `faults` has one sentence per variable. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The environment is not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

/** The addresses in ELASTICSEARCH_URL. */
export function addressesOf(url: string): string[] {
  return url
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and validates the environment (docs/operating.md, "Configuration").
 * @throws ConfigError naming every invalid variable and its valid values
 */
export function loadConfig(environment: Environment): Config {
  const faults: string[] = [];
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const whole = (name: string, fallback: number, min: number, max: number): number => {
    const given = text(name);
    if (given === undefined) return fallback;
    const value = /^\d{1,9}$/.test(given) ? Number(given) : NaN;
    if (value >= min && value <= max) return value;
    faults.push(`${name} is "${given}"; it must be a whole number from ${min} to ${max}.`);
    return fallback;
  };
  const oneOf = <Choice extends string>(name: string, fallback: Choice, choices: readonly Choice[]): Choice => {
    const given = text(name) ?? fallback;
    const choice = choices.find((candidate) => candidate === given);
    if (choice === undefined) faults.push(`${name} is "${given}"; it must be one of ${choices.join(', ')}.`);
    return choice ?? fallback;
  };
  const listOf = (name: string): string[] =>
    (text(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  const matching = (name: string, fallback: string, pattern: RegExp, rule: string): string => {
    const given = text(name) ?? fallback;
    if (!pattern.test(given)) faults.push(`${name} is "${given}"; ${rule}.`);
    return given;
  };

  const tracing = readTracing();
  const config: Config = {
    host: text('HOST') ?? '127.0.0.1',
    port: whole('PORT', 3000, 0, 65535),
    elasticsearch: readElasticsearch(),
    indexPrefix: matching('INDEX_PREFIX', 'commerce-', INDEX_PREFIX, VALID_INDEX_PREFIX),
    indexShards: readIndexShards(),
    requestTimeoutMs: whole('REQUEST_TIMEOUT_MS', 3000, 50, 600_000),
    shutdownDelayMs: whole('SHUTDOWN_DELAY_MS', 500, 0, 600_000),
    pageCacheBytes: whole('PAGE_CACHE_MIB', 16, 0, 65_536) * 1024 * 1024,
    requestsAtOnce: whole('REQUESTS_AT_ONCE', 12, 1, 10_000),
    requestsWaiting: whole('REQUESTS_WAITING', 52, 0, 100_000),
    exportMaxRows: whole('EXPORT_MAX_ROWS', Infinity, 1, 999_999_999),
    breakdownMaxRows: whole('BREAKDOWN_MAX_ROWS', 20_000, 1, 60_000),
    logLevel: oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
    slowRequestMs: whole('SLOW_REQUEST_MS', 1000, 0, 600_000),
    metricsAccess: oneOf('METRICS_ACCESS', 'loopback', METRICS_ACCESS),
    explorer: oneOf('EXPLORER', 'on', ['on', 'off']) === 'on',
    mcp: oneOf('MCP', 'off', ['on', 'off']) === 'on',
    corsOrigins: readOrigins(),
    limits: readLimits(),
    trustedProxies: readTrustedProxies(),
    ...(tracing !== undefined && { tracing }),
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return config;

  function readIndexShards(): ShardSetting {
    const given = text('INDEX_SHARDS') ?? 'auto';
    const shards = readShards(given);
    if (shards === undefined) faults.push(`INDEX_SHARDS is "${given}"; it must be ${VALID_SHARDS}.`);
    return shards ?? 'auto';
  }

  function readElasticsearch(): ElasticsearchConfig {
    const url = text('ELASTICSEARCH_URL');
    if (url === undefined) {
      const dataDir = text('DATA_DIR');
      return {
        kind: 'embedded',
        port: whole('ELASTICSEARCH_PORT', 9200, 0, 65535),
        heap: matching('ELASTICSEARCH_HEAP', '512m', /^\d{1,6}[mg]$/, 'it must be a size such as 512m or 2g'),
        ...(dataDir !== undefined && { dataDir }),
      };
    }
    const addresses = addressesOf(url);
    if (addresses.length === 0 || !addresses.every(isAddress)) {
      faults.push(
        'ELASTICSEARCH_URL must be an http or https address such as https://search.example:9200, or several separated by commas.',
      );
    }
    const apiKey = text('ELASTICSEARCH_API_KEY');
    const username = text('ELASTICSEARCH_USERNAME');
    const password = text('ELASTICSEARCH_PASSWORD');
    const caFile = text('ELASTICSEARCH_CA_FILE');
    if ((username === undefined) !== (password === undefined)) {
      faults.push('ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD go together: set both or neither.');
    }
    if (apiKey !== undefined && username !== undefined) {
      faults.push('ELASTICSEARCH_API_KEY and ELASTICSEARCH_USERNAME exclude each other: set one of them.');
    }
    return {
      kind: 'cluster',
      url,
      ...(apiKey !== undefined && { apiKey }),
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      ...(caFile !== undefined && { caFile }),
    };
  }

  function readTracing(): TracingConfig | undefined {
    if (text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true' || text('OTEL_TRACES_EXPORTER') === 'none')
      return undefined;
    const variable = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'].find(text);
    if (variable === undefined) return undefined;
    const endpoint = text(variable) as string;
    if (!isAddress(endpoint)) {
      faults.push(`${variable} must be an http or https address such as http://collector.example:4318.`);
    }
    const sampler = oneOf('OTEL_TRACES_SAMPLER', 'parentbased_always_on', TRACES_SAMPLERS);
    const share = text('OTEL_TRACES_SAMPLER_ARG') ?? '1';
    if (!/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(share)) {
      faults.push(`OTEL_TRACES_SAMPLER_ARG is "${share}"; it must be a share from 0 to 1, such as 0.1.`);
    }
    return {
      url: variable.includes('TRACES') ? endpoint : `${endpoint.replace(/\/+$/, '')}/v1/traces`,
      serviceName: text('OTEL_SERVICE_NAME') ?? 'commerce-analytics-search',
      share: sampler.endsWith('always_off') ? 0 : sampler.endsWith('always_on') ? 1 : Number(share),
      callerDecides: sampler.startsWith('parentbased'),
    };
  }

  function readLimits(): Config['limits'] {
    const limits = {
      perSecond: whole('RATE_LIMIT_PER_SECOND', 0, 0, 1_000_000),
      burst: whole('RATE_LIMIT_BURST', 0, 0, 1_000_000),
      perMinute: whole('RATE_LIMIT_PER_MINUTE', 0, 0, 10_000_000),
      perDay: whole('RATE_LIMIT_PER_DAY', 0, 0, 999_999_999),
    };
    if (limits.burst > 0 && limits.perSecond === 0) {
      faults.push('RATE_LIMIT_BURST goes with RATE_LIMIT_PER_SECOND: set both or neither.');
    }
    return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit > 0));
  }

  function readTrustedProxies(): readonly string[] {
    const proxies = listOf('TRUSTED_PROXIES');
    const [wrong] = proxies.filter((proxy) => !isAddressOrNetwork(proxy));
    if (wrong !== undefined) {
      faults.push(
        `TRUSTED_PROXIES holds "${wrong}"; it must list addresses or networks such as 10.0.0.0/8, or loopback.`,
      );
    }
    return proxies;
  }

  function readOrigins(): readonly string[] {
    const origins = listOf('CORS_ORIGINS');
    const isOrigin = (text: string): boolean => text === '*' || (URL.canParse(text) && new URL(text).origin === text);
    const [wrong] = origins.filter((origin) => !isOrigin(origin));
    if (wrong !== undefined) {
      faults.push(`CORS_ORIGINS holds "${wrong}"; it must list origins such as https://app.example, or be *.`);
    }
    return origins;
  }
}

/** Edits between a name that counts as misspelt and the setting it stands for. */
const MISSPELT_BY = 2;
/** Shorter names are near to unrelated variables: `HOST` to `CHOST`. */
const SHORTEST_MISSPELT = 6;

/** A sentence for each variable that is not a setting and is spelt nearly like one. */
export function misspeltSettings(environment: Environment): string[] {
  const settings = settingNames();
  return Object.keys(environment).flatMap((name) => {
    if (settings.includes(name) || name.length < SHORTEST_MISSPELT) return [];
    const nearest = closest(name.toUpperCase(), settings);
    return distance(name.toUpperCase(), nearest) > MISSPELT_BY
      ? []
      : [`${name} is not a setting; did you mean ${nearest}?`];
  });
}

/** The names of all variables that are read. */
export function settingNames(): string[] {
  const names = new Set<string>();
  for (const given of [
    {},
    { ELASTICSEARCH_URL: 'http://a.example', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a.example' },
  ]) {
    const recorded = new Proxy<Record<string, string | undefined>>(given, {
      get: (values, name) => (names.add(String(name)), values[String(name)]),
    });
    loadConfig(recorded);
  }
  return [...names];
}

const isAddress = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

function isAddressOrNetwork(text: string): boolean {
  if (text === 'loopback') return true;
  const [address = '', bits, ...others] = text.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    others.length === 0 && longest > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  );
}
