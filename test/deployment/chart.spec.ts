import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig } from '../../src/config/config.js';
import { findPythonPackage } from '../../tools/testing/python-package.js';
import { readRole } from './service-role.js';
import { temporaryFolder } from '../support/temporary-folder.js';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
}

interface Definition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: { readonly name: string; readonly schema: { readonly openAPIV3Schema: Schema } }[];
  };
}

interface CustomResource {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Where `tools/release/install-chart-tools.mjs` puts the definitions of the operators whose resources the chart makes. */
const FOLDER = join('.cache', 'go', 'definitions');

export function readDefinitions(): readonly Definition[] | undefined {
  if (!existsSync(FOLDER)) return undefined;
  return readdirSync(FOLDER).map((file) => parse(readFileSync(join(FOLDER, file), 'utf8')) as Definition);
}

/**
 * What an operator would refuse of a resource, or drop from it as unknown; an empty list when nothing.
 * @throws Error when there is no definition of it
 */
export function problemsOf(resource: CustomResource, definitions: readonly Definition[]): string[] {
  const { apiVersion, kind } = resource;
  const [group, version] = apiVersion.split('/');
  const definition = definitions.find(({ spec }) => spec.group === group && spec.names.kind === kind);
  const schema = definition?.spec.versions.find(({ name }) => name === version)?.schema.openAPIV3Schema;
  if (schema === undefined) throw new Error(`There is no definition of ${kind} in ${apiVersion}.`);
  // "int32" and the like are formats of OpenAPI that JSON schema does not know.
  const options = { strict: false, allErrors: true, validateFormats: false, code: { regExp: goRegExp } };
  const check = new Ajv(options).compile(closed(schema));
  check(resource);
  return (check.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** The schema, refusing the fields that Kubernetes would drop without a word. */
function closed(schema: Schema): Schema {
  const { properties, items } = schema;
  const open =
    properties === undefined ||
    schema.additionalProperties !== undefined ||
    schema['x-kubernetes-preserve-unknown-fields'] === true;
  return {
    ...schema,
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, closed(one)])),
    }),
    ...(items !== undefined && { items: closed(items) }),
    ...(!open && { additionalProperties: false }),
  };
}

const IGNORE_CASE = '(?i)';

/** A pattern as Go reads it, which may say within it that case does not count. */
function goRegExp(pattern: string, flags: string): RegExp {
  return new RegExp(pattern.replace(IGNORE_CASE, ''), pattern.includes(IGNORE_CASE) ? `${flags}i` : flags);
}
goRegExp.code = 'new RegExp';

const CHART = join('deploy', 'commerce-analytics');
const VALIDATE = 'kubernetes-validate';
/** The oldest that the chart takes, and a new one. */
const KUBERNETES = ['1.27', '1.34'];

interface Container {
  readonly name: string;
  readonly command?: string[];
  readonly env?: readonly { readonly value?: string }[];
  readonly envFrom: object[];
  readonly readinessProbe?: object;
  readonly securityContext: object;
}
interface PodSpec {
  readonly containers: Container[];
  readonly initContainers?: Container[];
  readonly terminationGracePeriodSeconds?: number;
}
interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly groups?: object[];
    readonly metrics?: object[];
    readonly rules?: {
      readonly http?: { readonly paths: { readonly path: string }[] };
      readonly matches?: { readonly path: { readonly value: string } }[];
      readonly filters?: object[];
      readonly backendRefs?: object[];
    }[];
    readonly parentRefs?: object[];
    readonly hostnames?: string[];
    readonly tls?: object[];
    readonly replicas?: number;
    readonly schedule?: string;
    readonly jobTemplate?: { readonly spec: { readonly template: { readonly spec: PodSpec } } };
    readonly template?: { readonly spec: PodSpec };
  };
}

const helm = ['helm', join('.cache', 'go', 'bin', 'helm')].find((file) => spawnSync(file, ['version']).status === 0);
const validator = helm === undefined ? undefined : await findPythonPackage(VALIDATE, '1.37.0');
const definitions = readDefinitions();
if (helm === undefined || definitions === undefined) {
  const what = helm === undefined ? 'rendered' : 'held against the definitions of the operators';
  process.stderr.write(
    `The chart is not ${what} (node tools/release/install-chart-tools.mjs installs what it takes)\n`,
  );
}
const withHelm = helm === undefined ? describe.skip : describe;
const withValidator = validator === undefined ? it.skip : it;
const withDefinitions = definitions === undefined ? it.skip : it;

const AN_ADDRESS = { elasticsearch: { url: 'https://search.example:9200', credentialsSecret: 'es', caSecret: 'ca' } };
const LOAD = { enabled: true, existingClaim: 'files', loads: [['products', '--replace', '/data/products.ndjson.gz']] };
const EVERYTHING = {
  elasticsearch: { eck: { enabled: true, storageClass: 'fast' } },
  autoscaler: { enabled: true },
  monitoring: { enabled: true, labels: { release: 'prometheus' } },
  ingress: {
    enabled: true,
    className: 'edge',
    host: 'shop.example',
    tlsSecret: 'shop-tls',
    annotations: { issuer: 'ours' },
    pageAnnotations: { login: 'https://login.example' },
  },
  httpRoute: {
    enabled: true,
    parentRefs: [{ name: 'edge', namespace: 'gateways', sectionName: 'https' }],
    hostnames: ['shop.example'],
    pageFilters: [{ type: 'ExtensionRef', extensionRef: { group: 'traefik.io', kind: 'Middleware', name: 'login' } }],
  },
  networkPolicy: { enabled: true, from: [{ podSelector: { matchLabels: { app: 'ingress' } } }] },
  seed: { enabled: true },
  load: { ...LOAD, schedule: '15 3 * * *' },
};

/** The custom resources, and a field of each that takes no string. */
const CUSTOM: readonly (readonly [kind: string, field: string])[] = [
  ['Elasticsearch', 'nodeSets'],
  ['ServiceMonitor', 'endpoints'],
  ['PrometheusRule', 'groups'],
  ['HTTPRoute', 'rules'],
];

describe('the values of the chart', () => {
  it('set variables that the service takes', () => {
    const { config } = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as { config: Record<string, string> };
    expect(loadConfig(config)).toMatchObject({ metricsAccess: 'loopback', shutdownDelayMs: 10_000 });
    const documented = readFileSync(join('docs', 'operating.md'), 'utf8');
    for (const name of Object.keys(config)) expect(documented).toContain(`\`${name}\``);
  });
});

withHelm('the chart', () => {
  const folder = temporaryFolder('chart');

  const render = (values: object, kubernetes = '1.34') => {
    const file = join(folder, 'values.json');
    writeFileSync(file, JSON.stringify(values));
    const parameters = ['template', 'shop', CHART, '--kube-version', kubernetes, '--values', file];
    return spawnSync(helm as string, parameters, { encoding: 'utf8' });
  };
  const resources = (values: object): Resource[] =>
    parseAllDocuments(render(values).stdout).map((document) => document.toJS() as Resource);
  const find = (all: readonly Resource[], kind: string): Resource => {
    const found = all.find((resource) => resource.kind === kind);
    if (found === undefined) throw new Error(`There is no ${kind} among ${all.map((one) => one.kind).join(', ')}.`);
    return found;
  };

  withValidator.each([
    ['an address', AN_ADDRESS],
    ['an address, and a load once', { ...AN_ADDRESS, load: LOAD }],
    ['a cluster of ECK, and all there is', EVERYTHING],
  ])('with %s is what Kubernetes takes', (_, values) => {
    for (const kubernetes of KUBERNETES) {
      const file = join(folder, 'rendered.yaml');
      writeFileSync(file, render(values, kubernetes).stdout);
      const check = ['--strict', '--no-warn', '--kubernetes-version', kubernetes, file];
      const { status, stdout } = spawnSync(join(validator as string, VALIDATE), check, { encoding: 'utf8' });
      expect([status, stdout.match(/ passed /g)?.length ?? 0]).toEqual([0, expect.any(Number)]);
      expect(stdout).toMatch(/deployment\/shop /);
      writeFileSync(file, render(values, kubernetes).stdout.replace('containerPort: 3000', 'containerPort: http'));
      expect(spawnSync(join(validator as string, VALIDATE), check).status).not.toBe(0);
    }
  });

  withDefinitions.each(CUSTOM)('makes a resource of the kind %s that its operator takes', (kind, field) => {
    const resource = find(resources(EVERYTHING), kind);
    expect(problemsOf(resource, definitions ?? [])).toEqual([]);
    const wrong = { ...resource, spec: { ...resource.spec, unknown: 1, [field]: 'wrong' } };
    expect(problemsOf(wrong, definitions ?? [])).toEqual([
      expect.stringContaining('"unknown"'),
      expect.stringContaining(`/spec/${field} must be`),
    ]);
  });

  it('makes only what is asked for', () => {
    expect(
      resources(AN_ADDRESS)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['ConfigMap', 'Deployment', 'Job', 'PodDisruptionBudget', 'Service']);
    expect(
      resources(EVERYTHING)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual([
      'ConfigMap',
      'CronJob',
      'Deployment',
      'Elasticsearch',
      'HTTPRoute',
      'HTTPRoute',
      'HorizontalPodAutoscaler',
      'Ingress',
      'Ingress',
      'Job',
      'Job',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'PrometheusRule',
      'Secret',
      'Secret',
      'Secret',
      'Service',
      'ServiceMonitor',
    ]);
  });

  it('gives the service a valid environment, its secrets by reference, probes, and time to end', () => {
    const all = resources(AN_ADDRESS);
    const { data = {} } = find(all, 'ConfigMap');
    const config = loadConfig({ ...data, ELASTICSEARCH_API_KEY: 'key' });
    expect(config.elasticsearch).toMatchObject({
      url: 'https://search.example:9200',
      caFile: '/elasticsearch-ca/ca.crt',
    });
    const { spec } = find(all, 'Deployment').spec.template ?? {};
    const [container] = spec?.containers ?? [];
    expect(container?.envFrom).toEqual([{ configMapRef: { name: 'shop' } }, { secretRef: { name: 'es' } }]);
    expect(container?.readinessProbe).toMatchObject({ httpGet: { path: '/health/ready', port: 'http' } });
    expect(container?.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
    const longestEndMs = config.shutdownDelayMs + config.requestTimeoutMs + 2000;
    expect((spec?.terminationGracePeriodSeconds ?? 0) * 1000).toBeGreaterThan(longestEndMs);
  });

  it('has the alerts and the role of the project, and scales on a metric that the service has', () => {
    const all = resources(EVERYTHING);
    const alerts = parse(readFileSync(join('ops', 'alerts.yml'), 'utf8')) as { groups: object[] };
    expect(find(all, 'PrometheusRule').spec.groups).toEqual(alerts.groups);
    expect(parse(find(all, 'Secret').stringData?.['roles.yml'] ?? '')).toEqual({
      'commerce-analytics': readRole('service'),
      'commerce-analytics-loader': readRole('loader'),
    });
    expect(JSON.stringify(find(all, 'HorizontalPodAutoscaler').spec.metrics)).toContain('"commerce_requests_waiting"');
    expect(readFileSync(join('src', 'health', 'health.module.ts'), 'utf8')).toContain("'commerce_requests_waiting'");
    expect(find(all, 'Deployment').spec.replicas).toBeUndefined();
  });

  it('opens every operation and page to the outside, by TLS, and no metrics; pages with annotations of their own', () => {
    const ingresses = resources(EVERYTHING).filter(({ kind }) => kind === 'Ingress');
    expect(ingresses.map(({ metadata }) => [metadata.name, metadata.annotations])).toEqual([
      ['shop', { issuer: 'ours' }],
      ['shop-pages', { issuer: 'ours', login: 'https://login.example' }],
    ]);
    for (const { spec } of ingresses) expect(spec.tls).toEqual([{ hosts: ['shop.example'], secretName: 'shop-tls' }]);
    const [operations = [], pages] = ingresses.map(({ spec: { rules = [] } }) =>
      rules.flatMap(({ http }) => http?.paths.map(({ path }) => path) ?? []),
    );
    expect(pages).toEqual(['/explore', '/docs']);
    const { paths } = JSON.parse(readFileSync(join('docs', 'openapi.json'), 'utf8')) as { paths: object };
    const isOpen = (path: string): boolean => operations.some((prefix) => path.startsWith(`${prefix}/`));
    expect(Object.keys(paths).filter((path) => !isOpen(path))).toEqual([]);
    expect(isOpen('/metrics/')).toBe(false);
  });

  it('opens the same paths by routes of the Gateway API, pages with filters of their own', () => {
    const all = resources({ ...EVERYTHING, service: { port: 8080 } });
    const pathsOf = ({ spec: { rules = [] } }: Resource) =>
      rules.flatMap(({ http, matches = [] }) => [
        ...(http?.paths.map(({ path }) => path) ?? []),
        ...matches.map(({ path }) => path.value),
      ]);
    const [ingresses, routes] = ['Ingress', 'HTTPRoute'].map((kind) => all.filter((one) => one.kind === kind));
    expect(routes?.map(pathsOf)).toEqual(ingresses?.map(pathsOf));
    expect(routes?.map(({ metadata }) => metadata.name)).toEqual(['shop', 'shop-pages']);
    const { parentRefs, hostnames, pageFilters } = EVERYTHING.httpRoute;
    for (const { spec } of routes ?? []) {
      expect(spec).toMatchObject({ parentRefs, hostnames });
      expect(spec.rules?.map(({ backendRefs }) => backendRefs)).toEqual(
        spec.rules?.map(() => [{ name: 'shop', port: 8080 }]),
      );
    }
    expect(routes?.map(({ spec }) => spec.rules?.map(({ filters }) => filters))).toEqual([
      Array(11).fill(undefined),
      [pageFilters, pageFilters],
    ]);
  });

  it('serves with one user and creates indices, seeds and loads with another', () => {
    const userOf = (pod: PodSpec | undefined): unknown[] =>
      [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])].map(({ env = [] }) => env[0]?.value);
    const all = resources(EVERYTHING);
    expect(userOf(find(all, 'Deployment').spec.template?.spec)).toEqual(['commerce-analytics']);
    const loader = 'commerce-analytics-loader';
    const jobs = all.filter(({ kind }) => kind === 'Job').map(({ spec }) => spec.template?.spec);
    expect(jobs.map(userOf)).toEqual([[loader], [loader]]);
    expect(jobs.flatMap((pod) => pod?.containers.map(({ command }) => command?.[1]))).toEqual([
      'dist/cli/indices.js',
      'dist/seed/dev/seed/command.js',
    ]);
    expect(userOf(find(all, 'CronJob').spec.jobTemplate?.spec.template.spec)).toEqual([loader]);
    const given = resources({ elasticsearch: { ...AN_ADDRESS.elasticsearch, loaderSecret: 'es-loader' } });
    const [indices] = find(given, 'Job').spec.template?.spec.containers ?? [];
    expect(indices?.envFrom).toContainEqual({ secretRef: { name: 'es-loader' } });
  });

  it('closes metrics unless they are monitored, and lets in only the peers that are named', () => {
    const metricsOf = (values: object): unknown => find(resources(values), 'ConfigMap').data?.METRICS_ACCESS;
    expect(metricsOf(AN_ADDRESS)).toBeUndefined();
    expect(metricsOf(EVERYTHING)).toBe('open');
    expect(metricsOf({ ...EVERYTHING, config: { METRICS_ACCESS: 'token' } })).toBe('token');
    expect(find(resources(EVERYTHING), 'NetworkPolicy').spec).toMatchObject({
      policyTypes: ['Ingress'],
      ingress: [{ ports: [{ port: 'http' }], from: EVERYTHING.networkPolicy.from }],
    });
  });

  it('loads file after file', () => {
    const loads = [...LOAD.loads, ['sales', '--replace', '/data/sales.ndjson.gz']];
    const { spec } = find(resources({ ...EVERYTHING, load: { ...EVERYTHING.load, loads } }), 'CronJob');
    expect(spec.schedule).toBe('15 3 * * *');
    const pod = spec.jobTemplate?.spec.template.spec;
    const filesOf = (containers: readonly Container[] = []) => containers.map(({ command }) => command?.slice(-3));
    expect(filesOf(pod?.initContainers)).toEqual(LOAD.loads);
    expect(filesOf(pod?.containers)).toEqual([loads[1]]);
  });

  it.each([
    [{}, 'Set elasticsearch.url to the address of a cluster'],
    [
      { elasticsearch: { url: 'http://a', eck: { enabled: true } } },
      'Set elasticsearch.url or elasticsearch.eck.enabled, not both.',
    ],
    [
      { ...AN_ADDRESS, ingress: { enabled: true, host: 'a' } },
      'ingress.enabled needs ingress.host and ingress.tlsSecret.',
    ],
    [
      { ...AN_ADDRESS, httpRoute: { enabled: true, hostnames: ['a'] } },
      'httpRoute.enabled needs httpRoute.parentRefs, the Gateways that take the routes, and httpRoute.hostnames.',
    ],
    [{ ...AN_ADDRESS, load: { enabled: true } }, 'load.enabled needs load.existingClaim'],
    [{ ...AN_ADDRESS, networkPolicy: { enabled: true } }, 'networkPolicy.enabled needs networkPolicy.from'],
  ])('refuses %j with a sentence', (values, sentence) => {
    const { status, stderr } = render(values);
    expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  });
});
