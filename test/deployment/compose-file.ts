import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

type Values = Readonly<Record<string, string>>;

export interface ComposeService {
  image?: string;
  build?: { context: string };
  command?: string[];
  user?: string;
  restart?: string;
  read_only?: boolean;
  mem_limit?: string;
  cap_drop?: string[];
  security_opt?: string[];
  environment?: Values;
  volumes?: string[];
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] } | { disable: true };
}

export interface ComposeFile {
  services: Record<string, ComposeService>;
  volumes: Record<string, object | null>;
}

/** Reads a compose file; what it merges from templates (`<<`) is in its place. */
export function readCompose(path: string): ComposeFile {
  return parse(readFileSync(path, 'utf8'), { merge: true }) as ComposeFile;
}

/** The JSON Schema of the Compose Specification, as the linter dclint brings it along. */
const SCHEMA = join(
  dirname(createRequire(import.meta.url).resolve('dclint/package.json')),
  'schemas/compose.schema.json',
);

const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as { $schema?: string };
/** It says draft 7 by an address that Ajv does not know it by. */
delete schema.$schema;
const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);

export function schemaFaults(compose: unknown): string[] {
  if (validate(compose)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const DATA = '/usr/share/elasticsearch/data';
const GIGA = { g: 1024, m: 1 } as const;
const megabytes = (size = ''): number => Number.parseInt(size) * (GIGA[size.slice(-1) as keyof typeof GIGA] ?? NaN);

/** How a compose file departs from what the deployment promises (docs/operating.md, "Docker"). */
export function deploymentFaults({ services, volumes }: ComposeFile): string[] {
  const faults: string[] = [];
  const expectThat = (holds: boolean, fault: string): void => void (holds || faults.push(fault));
  const nodes = Object.entries(services).filter(([, { environment }]) => environment?.['node.name'] !== undefined);
  const names = nodes.map(([name]) => name);
  expectThat(nodes.length === 3, `there are ${nodes.length} nodes`);
  const dataOf = ({ volumes: mounts = [] }: ComposeService): string | undefined =>
    mounts.map((mount) => mount.split(':')).find(([, place]) => place === DATA)?.[0];
  expectThat(new Set(nodes.map(([, node]) => dataOf(node))).size === nodes.length, 'nodes share a volume');

  for (const [name, node] of nodes) {
    const { environment = {}, mem_limit, volumes: mounts = [] } = node;
    expectThat(environment['node.name'] === name, `${name} has another name`);
    expectThat((dataOf(node) ?? '') in volumes, `${name} keeps its data in no named volume`);
    for (const list of ['cluster.initial_master_nodes', 'discovery.seed_hosts']) {
      expectThat(environment[list] === names.join(','), `${name} does not know all nodes: ${list}`);
    }
    for (const layer of ['', '.http.ssl', '.transport.ssl']) {
      expectThat(environment[`xpack.security${layer}.enabled`] === 'true', `${name} has xpack.security${layer} off`);
    }
    for (const [setting, file] of Object.entries(environment)) {
      const ending = /\.ssl\.(key|certificate)$/.exec(setting)?.[1];
      if (ending === undefined) continue;
      const wanted = `certs/${name}/${name}.${ending === 'key' ? 'key' : 'crt'}`;
      expectThat(file === wanted, `${name} shows ${file} for ${setting}`);
    }
    const heap = megabytes(/-Xmx(\d+[gm])/.exec(environment.ES_JAVA_OPTS ?? '')?.[1]);
    expectThat(heap * 2 <= megabytes(mem_limit), `${name} gives its heap more than half of its memory`);
    expectThat(
      mounts.some((mount) => /^certificates:.*:ro$/.test(mount)),
      `${name} may change the certificates`,
    );
    expectThat(
      startsAfter(node, 'certificates', 'service_completed_successfully'),
      `${name} does not wait for its certificate`,
    );
  }
  for (const [name, service] of Object.entries(services)) {
    expectThat(megabytes(service.mem_limit) > 0, `${name} has no memory limit`);
    expectThat(
      /^$|^on-failure/.test(service.restart ?? '') === ONE_SHOT.includes(name),
      `${name} is restarted, or should be`,
    );
    expectThat(ONE_SHOT.includes(name) || service.healthcheck !== undefined, `${name} has no health check`);
  }
  for (const name of ['api', 'api-2', 'seed', 'indices']) {
    const service = services[name] ?? {};
    expectThat(service.read_only === true, `${name} may write to its file system`);
    expectThat(service.user === undefined, `${name} runs as another user than the image says`);
    expectThat(service.cap_drop?.join() === 'ALL', `${name} keeps capabilities`);
    expectThat(service.security_opt?.includes('no-new-privileges:true') === true, `${name} may gain privileges`);
    expectThat(
      startsAfter(service, 'service-user', 'service_completed_successfully'),
      `${name} does not wait for its user`,
    );
    const addresses = names.map((node) => `https://${node}:9200`).join(',');
    expectThat(service.environment?.ELASTICSEARCH_URL === addresses, `${name} does not know all nodes`);
    const user = name.startsWith('api') ? 'commerce-analytics' : 'commerce-analytics-loader';
    expectThat(service.environment?.ELASTICSEARCH_USERNAME === user, `${name} has another user than its role's`);
    const startsWithIndices = startsAfter(service, 'indices', 'service_completed_successfully');
    expectThat(startsWithIndices === name.startsWith('api'), `${name} waits for the indices, or should`);
  }
  for (const name of names) {
    expectThat(
      startsAfter(services['service-user'], name, 'service_healthy'),
      `service-user does not wait for ${name}`,
    );
  }
  return faults;
}

/** Services that do their work once. */
const ONE_SHOT = ['certificates', 'service-user', 'backups', 'indices', 'seed'];

const startsAfter = (service: ComposeService | undefined, other: string, condition: string): boolean =>
  service?.depends_on?.[other]?.condition === condition;
