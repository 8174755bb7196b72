import { SCOPES } from '../common/access-token.js';
import {
  ANY,
  isAddressOrNetwork,
  isHttpAddress,
  isOrigin,
  itemsOf,
  listOf,
  matching,
  oneOf,
  settingOf,
  SHARDS,
  type ShardSetting,
  whole,
} from './setting.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const METRICS_ACCESS = ['loopback', 'token', 'open'] as const;
/** `value=scope`: a value of a claim and the scope that it gives. */
const GRANT = new RegExp(`^[^\\s=,]+=(?:${SCOPES.join('|')})$`);
export const INDEX_PREFIX = matching(
  /^[a-z0-9][a-z0-9_.-]{0,99}$/,
  'a lower-case letter or digit, followed by at most 99 of a-z, 0-9, "-", "_" and "."',
);

const Service = settingOf('Service');
const Elasticsearch = settingOf('Elasticsearch');
const Access = settingOf('Access');
const Logs = settingOf('Logs and traces');

const HOST_NAME = /^[a-z\d-]+(?:\.[a-z\d-]+)*$/i;
const SWITCH = oneOf('on', 'off');
const CLUSTER = 'an http or https address such as https://search.example:9200, or several separated by commas';
const addressLike = (example: string) => ({
  valid: `an http or https address such as ${example}`,
  accepts: (value: unknown) => isHttpAddress(String(value)),
});
const COLLECTOR = { ...addressLike('http://collector.example:4318'), secret: true } as const;
const HTTP_ADDRESS = addressLike('https://analytics.example');
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [`parentbased_${name}`, name]);

/** All settings: the environment variables, their defaults and their rules. Documents are written from it. */
export class Settings {
  @Service('Port to listen on; 0 takes a free one.', whole(0, 65_535))
  PORT = 3000;
  @Service('Address to listen on.', ANY)
  HOST = '127.0.0.1';
  @Service('Deadline of a request in milliseconds, passed on to Elasticsearch.', whole(50, 600_000))
  REQUEST_TIMEOUT_MS = 3000;
  @Service(
    'Milliseconds for which `/health/ready` answers 503 at SIGTERM before no more requests are accepted.',
    whole(0, 600_000),
  )
  SHUTDOWN_DELAY_MS = 500;
  @Service('Memory for cached pages in MiB; 0 keeps none.', whole(0, 65_536))
  PAGE_CACHE_MIB = 64;
  @Service('Maximum concurrent searches at Elasticsearch.', whole(1, 10_000))
  REQUESTS_AT_ONCE = 12;
  @Service('Maximum queued searches; further ones get 503.', whole(0, 100_000))
  REQUESTS_WAITING = 52;
  @Service(
    'Maximum concurrent searches of [expensive requests](#overload); half of them next to others.',
    whole(1, 10_000),
  )
  EXPENSIVE_REQUESTS_AT_ONCE = 2;
  @Service('Maximum queued searches of expensive requests; further ones get 503.', whole(0, 100_000))
  EXPENSIVE_REQUESTS_WAITING = 200;
  @Service('Maximum rows of one export; no maximum when not set.', whole(1, 999_999_999))
  EXPORT_MAX_ROWS?: number;
  @Service('Maximum rows of the list of a sales breakdown.', whole(1, 60_000))
  BREAKDOWN_MAX_ROWS = 20_000;
  @Service('Maximum rows of a ranking’s whole list; fewer where the heap is small.', whole(1, 10_000_000))
  RANKING_MAX_ROWS = 1_000_000;
  @Service('Memory for the lists that pages of rankings are read from, in MiB; 0 keeps none.', whole(0, 65_536))
  LISTS_MIB = 128;
  @Service('Address of the service as clients know it; without it that of each request.', HTTP_ADDRESS)
  PUBLIC_URL?: string;
  @Service(
    'Hosts, each with those below it, whose page addresses are [taken as ids](api.md#requests).',
    listOf('a list of host names such as shop.example', (item) => HOST_NAME.test(item)),
  )
  PAGE_HOSTS: readonly string[] = ['tiktok.com'];
  @Service('`off` sends JSON as it is; `on` compresses answers over 1 KB for clients that take gzip.', SWITCH)
  COMPRESSION = 'on';
  @Service('Address for reports of vulnerabilities, in `/.well-known/security.txt`.', {
    valid: 'an address such as mailto:security@example.com or https://example.com/security',
    accepts: (value) => /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+\S+)$/.test(String(value)),
  })
  SECURITY_CONTACT?: string;
  @Service('`off` removes the page at `/explore` and the redirect from `/`.', SWITCH)
  EXPLORER = 'on';
  @Service(
    'Where the explorer loads pictures from, if allowed there.',
    listOf('a list of origins, or https:', (item) => item === 'https:' || isOrigin(item)),
  )
  EXPLORER_IMAGES: readonly string[] = ['https:'];
  @Service('Whom to ask for a token: an address or a sentence that the explorer shows.', ANY)
  CONTACT = '';
  @Service('`on` offers [tools of assistants](assistants.md) at `/mcp`.', SWITCH)
  MCP = 'off';

  @Elasticsearch('The cluster. Without it `npm run` starts [a node](#install) for the command.', {
    valid: CLUSTER,
    accepts: (value) => itemsOf(String(value)).length > 0 && itemsOf(String(value)).every(isHttpAddress),
    secret: true,
  })
  ELASTICSEARCH_URL?: string;
  @Elasticsearch('Credentials for it: an API key.', ANY)
  ELASTICSEARCH_API_KEY?: string;
  @Elasticsearch('Or a user.', ANY)
  ELASTICSEARCH_USERNAME?: string;
  @Elasticsearch('The password of the user.', ANY)
  ELASTICSEARCH_PASSWORD?: string;
  @Elasticsearch('File with its certificate authority, PEM.', ANY)
  ELASTICSEARCH_CA_FILE?: string;
  @Elasticsearch('Begins every index and alias name, so that several data sets can live on one cluster.', INDEX_PREFIX)
  INDEX_PREFIX = 'commerce-';
  @Elasticsearch('Shards of new indices; `auto`: by their size ([size](#size)).', SHARDS)
  INDEX_SHARDS: ShardSetting = 'auto';

  @Access('Requests per second of each token that has no limit of its own; 0 means no limit.', whole(0, 1_000_000))
  RATE_LIMIT_PER_SECOND = 0;
  @Access('Further requests in any ten seconds.', whole(0, 1_000_000))
  RATE_LIMIT_BURST = 0;
  @Access('Requests per minute; 0 means no limit.', whole(0, 10_000_000))
  RATE_LIMIT_PER_MINUTE = 0;
  @Access('Requests per day of UTC, for all processes together; 0 means no limit.', whole(0, 999_999_999))
  RATE_LIMIT_PER_DAY = 0;
  @Access('Your identity provider, whose [signed access tokens](operating.md#sign-on) are accepted too.', HTTP_ADDRESS)
  OIDC_ISSUER?: string;
  @Access('Audiences of these tokens; each token must have one.', listOf('a list of names', Boolean))
  OIDC_AUDIENCE: readonly string[] = [];
  @Access('The claim whose values give scopes: a list, or a text separated by blanks.', ANY)
  OIDC_SCOPES_CLAIM = 'scope';
  @Access('Scopes by value.', listOf('a list of value=scope such as analysts=video', (item) => GRANT.test(item)))
  OIDC_SCOPES: readonly string[] = SCOPES.map((scope) => `${scope}=${scope}`);
  @Access(
    'Signs [links](api.md#links): a secret of 32 characters or more; two while it is replaced, the new one first.',
    {
      ...listOf('one or two secrets of 32 characters or more, separated by a comma', (item) => item.length >= 32),
      secret: true,
    },
  )
  LINK_SECRET: readonly string[] = [];
  @Access(
    'Proxies whose `X-Forwarded-For` is believed.',
    listOf('a list of addresses or networks such as 10.0.0.0/8, or loopback', isAddressOrNetwork),
  )
  TRUSTED_PROXIES: readonly string[] = [];
  @Access(
    'Origins whose web pages may call the API; without it none.',
    listOf('a list of origins such as https://app.example, or *', isOrigin),
  )
  CORS_ORIGINS: readonly string[] = [];
  @Access('Who may read `/metrics`: this machine, holders of a token, or everybody.', oneOf(...METRICS_ACCESS))
  METRICS_ACCESS: (typeof METRICS_ACCESS)[number] = 'loopback';

  @Logs('Lowest level of the lines that are logged.', oneOf(...LOG_LEVELS))
  LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';
  @Logs('`off` leaves the address and the user agent of clients out of the lines of requests.', SWITCH)
  LOG_CLIENTS = 'on';
  @Logs(
    'Requests that take this many milliseconds or more are logged with their compiled queries; 0 means none.',
    whole(0, 600_000),
  )
  SLOW_REQUEST_MS = 1000;
  @Logs('Collector of traces (OTLP over HTTP). Without it there are no traces.', COLLECTOR)
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  @Logs('The same as a whole address, with `/v1/traces`.', COLLECTOR)
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string;
  @Logs('Name of the service in traces.', ANY)
  OTEL_SERVICE_NAME = 'commerce-analytics-search';
  @Logs('Which traces are kept.', oneOf(...SAMPLERS))
  OTEL_TRACES_SAMPLER = 'parentbased_always_on';
  @Logs(
    'With `parentbased_traceidratio`, 0.1 keeps a tenth of the traces that begin here.',
    matching(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'a share from 0 to 1, such as 0.1'),
  )
  OTEL_TRACES_SAMPLER_ARG = '1';
  @Logs('`true`: no traces.', ANY)
  OTEL_SDK_DISABLED = 'false';
  @Logs('`none`: no traces.', ANY)
  OTEL_TRACES_EXPORTER = 'otlp';
}

/** What settings have to do with each other, and what a message says where it does not hold. */
export const AGREEMENTS: readonly (readonly [holds: (settings: Settings) => boolean, message: string])[] = [
  [
    (settings) => settings.ELASTICSEARCH_API_KEY === undefined || settings.ELASTICSEARCH_USERNAME === undefined,
    'ELASTICSEARCH_API_KEY and ELASTICSEARCH_USERNAME exclude each other: set one of them.',
  ],
  [
    (settings) => (settings.ELASTICSEARCH_USERNAME === undefined) === (settings.ELASTICSEARCH_PASSWORD === undefined),
    'ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD go together: set both or neither.',
  ],
  [
    (settings) => settings.RATE_LIMIT_BURST === 0 || settings.RATE_LIMIT_PER_SECOND !== 0,
    'RATE_LIMIT_BURST goes with RATE_LIMIT_PER_SECOND: set both or neither.',
  ],
  [
    (settings) => (settings.OIDC_ISSUER === undefined) === (settings.OIDC_AUDIENCE.length === 0),
    'OIDC_ISSUER and OIDC_AUDIENCE go together: set both or neither.',
  ],
];
