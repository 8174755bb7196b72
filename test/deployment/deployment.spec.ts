import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { loadConfig } from '../../src/config/config.js';
import { SERVICE_MEMORY } from '../../dev/child.mjs';
import { SERVE_PARAMETERS } from '../../dev/local-cluster/api-process.js';
import { type ComposeFile, type ComposeService, deploymentFaults, readCompose, schemaFaults } from './compose-file.js';
import { readRole } from './service-role.js';

const FILE = 'docker-compose.yml';
const SEED = 'dist/seed/dev/seed/command.js';
const PASSWORDS = { ELASTIC_PASSWORD: 'one', SERVICE_PASSWORD: 'two', LOADER_PASSWORD: 'three' };

const compose = readCompose(FILE);
type Spoil = (file: ComposeFile) => unknown;
const of = (file: ComposeFile, name: string): ComposeService => {
  const service = file.services[name];
  if (service === undefined) throw new Error(`There is no service ${name}.`);
  return service;
};
const spoilt = (spoil: Spoil): ComposeFile => {
  const copy = structuredClone(compose);
  spoil(copy);
  return copy;
};

describe('docker-compose.yml', () => {
  it('is a file of the Compose Specification', () => {
    expect(schemaFaults(compose)).toEqual([]);
  });

  it('has three secured nodes with volumes of their own, one-shots, health checks, limits, and an API that can write nowhere', () => {
    expect(deploymentFaults(compose)).toEqual([]);
  });

  it.each<[string, Spoil]>([
    ['there are 2 nodes', (file) => delete of(file, 'elasticsearch-3').environment],
    [
      'nodes share a volume',
      (file) => (of(file, 'elasticsearch-2').volumes = of(file, 'elasticsearch-1').volumes ?? []),
    ],
    ['elasticsearch-1 keeps its data in no named volume', (file) => delete file.volumes['elasticsearch-1']],
    [
      'elasticsearch-2 has xpack.security.http.ssl off',
      (file) =>
        (of(file, 'elasticsearch-2').environment = {
          ...of(file, 'elasticsearch-2').environment,
          'xpack.security.http.ssl.enabled': 'false',
        }),
    ],
    [
      'elasticsearch-1 gives its heap more than half of its memory',
      (file) => (of(file, 'elasticsearch-1').mem_limit = '1500m'),
    ],
    ['elasticsearch-3 does not wait for its certificate', (file) => delete of(file, 'elasticsearch-3').depends_on],
    ['api has no health check', (file) => delete of(file, 'api').healthcheck],
    ['seed has no memory limit', (file) => delete of(file, 'seed').mem_limit],
    ['seed is restarted, or should be', (file) => (of(file, 'seed').restart = 'always')],
    ['api may write to its file system', (file) => delete of(file, 'api').read_only],
    ['api runs as another user than the image says', (file) => (of(file, 'api').user = '0')],
    [
      "api has another user than its role's",
      (file) => (of(file, 'api').environment = of(file, 'seed').environment ?? {}),
    ],
    ['api waits for the indices, or should', (file) => delete of(file, 'api').depends_on?.indices],
  ])('would not, were it otherwise: %s', (fault, spoil) => {
    expect(deploymentFaults(spoilt(spoil))).toContain(fault);
  });

  it('names files, folders and commands that are there', () => {
    for (const { build, volumes = [], command = [] } of Object.values(compose.services)) {
      if (build !== undefined)
        expect([build.context, existsSync(join(build.context, 'Dockerfile'))]).toEqual([build.context, true]);
      for (const [file = ''] of volumes.map((mount) => mount.split(':')).filter(([from]) => from?.startsWith('.'))) {
        expect([file, existsSync(file)]).toEqual([file, true]);
      }
      for (const script of command.filter((word) => word.startsWith('dist/'))) {
        const source = script === SEED ? 'dev/seed/command.ts' : script.replace(/^dist\/(.*)\.js$/, 'src/$1.ts');
        expect([script, existsSync(source)]).toEqual([script, true]);
      }
    }
  });

  it('has scripts that a shell can read', () => {
    const isReadable = (script: string): boolean => spawnSync('bash', ['-n'], { input: script }).status === 0;
    const scripts = Object.values(compose.services).flatMap(({ command = [] }) =>
      command[0] === 'bash' ? command.slice(2) : [],
    );
    expect(scripts.map((script) => isReadable(script.replaceAll('$$', '$')))).toEqual([true, true, true]);
    expect(isReadable('if true; then')).toBe(false);
  });

  it('certifies every node under the name and address that it is asked by', () => {
    const { instances } = parse(readFileSync('elastic/certificates.yml', 'utf8')) as {
      instances: { name: string; dns: string[] }[];
    };
    const nodes = Object.keys(compose.services).filter((name) => name.startsWith('elasticsearch-'));
    expect(instances.map(({ name, dns }) => [name, dns])).toEqual(nodes.map((name) => [name, [name, 'localhost']]));
  });

  it('gives service and loader roles over their own indices and no others, and lets the service only read records', () => {
    const { indexPrefix } = loadConfig({});
    const loader = readRole('loader');
    expect(loader.indices.map(({ names }) => names)).toEqual([[`${indexPrefix}*`]]);
    expect(readRole('service')).toEqual({
      cluster: ['monitor'],
      indices: [
        { names: [`${indexPrefix}*`], privileges: ['read', 'view_index_metadata', 'monitor'] },
        { names: [`${indexPrefix}tokens*`, `${indexPrefix}state*`], privileges: ['index', 'delete'] },
      ],
    });
  });
});

const instructionsOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');

describe('the Dockerfile of Elasticsearch', () => {
  it('adds to the official image the one plugin that the analysis needs beyond it', () => {
    expect(instructionsOf('elastic/Dockerfile')).toEqual([
      expect.stringMatching(/^FROM elasticsearch:9\.2\.8$/),
      'RUN bin/elasticsearch-plugin install --batch analysis-icu',
    ]);
    const analysis = readFileSync('elastic/analysis.json', 'utf8');
    expect(analysis).toMatch(/"icu_/);
    expect(analysis).not.toMatch(/kuromoji|nori|smartcn|phonetic|stempel|ukrainian/);
  });
});

describe('the Dockerfile of the service', () => {
  const instructions = instructionsOf('Dockerfile');
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n');

  it('builds in one stage and runs in another, as a user that is not root', () => {
    const stages = instructions.flatMap((line, at) => (line.startsWith('FROM ') ? [at] : []));
    expect(stages).toHaveLength(2);
    const last = instructions.slice(stages[1]);
    const user = last.findIndex((line) => line === 'USER node');
    expect(user).toBeGreaterThan(0);
    expect(last.slice(user).some((line) => /^(?:RUN|COPY|ADD|USER root)/.test(line))).toBe(false);
    expect(last.filter((line) => line.startsWith('HEALTHCHECK ') && line.includes('/health/live'))).toHaveLength(1);
    expect(last.at(-1)).toBe(`CMD ${JSON.stringify(['node', ...SERVE_PARAMETERS]).replaceAll(',', ', ')}`);
    const memory = Object.entries(SERVICE_MEMORY).map((entry) => entry.join('='));
    expect(last).toContain(['ENV NODE_ENV=production', ...memory].join(' '));
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const node = ['node', ...SERVE_PARAMETERS.slice(0, -1)];
    expect(scripts.serve).toBe([...node, 'dev/run.mjs main'].join(' '));
    expect(scripts.start).toBe([...node, 'dev/start.mjs'].join(' '));
  });

  it('copies what is there and let through by .dockerignore', () => {
    const copied = instructions
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(' ').slice(1, -1));
    expect(copied.length).toBeGreaterThan(5);
    expect(ignored[0]).toBe('**');
    for (const file of copied)
      expect([file, existsSync(file), ignored.includes(`!${file}`)]).toEqual([file, true, true]);
  });
});

const hasCompose = spawnSync('docker-compose', ['version']).status === 0;
if (!hasCompose)
  process.stderr.write(
    'docker-compose is not installed: docker-compose.yml is not read by it (Debian: docker-compose)\n',
  );
const withCompose = hasCompose ? describe : describe.skip;

withCompose('docker-compose config', () => {
  const config = (file: string, environment: NodeJS.ProcessEnv = PASSWORDS) =>
    spawnSync('docker-compose', ['-f', file, 'config'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...environment },
    });

  it('reads the file and finds every service and volume as they should be', () => {
    const { status, stdout } = config(FILE);
    expect(status).toBe(0);
    const read = parse(stdout) as ComposeFile;
    expect(Object.keys(read.services).sort()).toEqual(Object.keys(compose.services).sort());
    expect(Object.keys(read.volumes).sort()).toEqual(Object.keys(compose.volumes).sort());
    expect(deploymentFaults(read)).toEqual([]);
  });

  it.each(Object.keys(PASSWORDS))('refuses to go on without %s', (name) => {
    const { status, stderr } = config(FILE, { ...PASSWORDS, [name]: '' });
    expect(status).not.toBe(0);
    expect(stderr).toContain(name);
  });
});
