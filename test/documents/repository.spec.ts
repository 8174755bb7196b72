import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { DOCUMENTS } from './document-code.js';

interface Step {
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}
interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      { readonly steps: readonly Step[]; readonly strategy?: { readonly matrix: { readonly node: string[] } } }
    >
  >;
}
interface Updates {
  readonly updates: readonly { readonly directory?: string; readonly directories?: readonly string[] }[];
}

const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');
const yaml = <T>(...path: string[]): T => parse(read(...path)) as T;
const PACKAGE = JSON.parse(read('package.json')) as {
  readonly license: string;
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};
const WORKFLOWS = readdirSync('.github/workflows').map((file) => ({
  file,
  workflow: yaml<Workflow>('.github/workflows', file),
}));
const NODE = read('.nvmrc').trim();

describe('the files of the repository', () => {
  it.each(WORKFLOWS)('$file runs scripts of package.json and files that exist', ({ workflow }) => {
    const lines = Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.split('\n')));
    const scripts = lines.flatMap((line) => /^npm (?:run )?([\w:]+)/.exec(line)?.[1] ?? []);
    expect(scripts.filter((name) => name !== 'ci' && !(name in PACKAGE.scripts))).toEqual([]);
    expect(lines.flatMap((line) => /^\S*\/\S*/.exec(line)?.[0] ?? []).filter((file) => !existsSync(file))).toEqual([]);
    expect(scripts.length + lines.length).toBeGreaterThan(1);
  });

  it('tests on the oldest supported Node and on that of development', () => {
    const tested = WORKFLOWS.flatMap(({ workflow }) =>
      Object.values(workflow.jobs).flatMap(({ strategy }) => strategy?.matrix.node ?? []),
    );
    expect(tested).toEqual([PACKAGE.engines.node.replace('>=', ''), '22', NODE, '26']);
  });

  it('uses one Node in images, devcontainer and .nvmrc', () => {
    expect(read('Dockerfile')).toContain(`node:${NODE}-`);
    expect(read('.devcontainer/Dockerfile')).toContain(`FROM node:${NODE}-`);
    const { build } = JSON.parse(read('.devcontainer/devcontainer.json')) as { build: { dockerfile: string } };
    expect(build).toEqual({ dockerfile: 'Dockerfile' });
  });

  it('updates folders that exist', () => {
    const { updates } = yaml<Updates>('.github/dependabot.yml');
    const folders = updates.flatMap(({ directory, directories = [] }) => [...directories, directory ?? '/']);
    expect(folders.filter((folder) => !existsSync(`.${folder}`))).toEqual([]);
  });

  it('has issue forms whose fields have labels and ids of their own', () => {
    for (const file of readdirSync('.github/ISSUE_TEMPLATE')) {
      const { body } = yaml<{ body: { type: string; id?: string; attributes: { label?: string } }[] }>(
        '.github/ISSUE_TEMPLATE',
        file,
      );
      const fields = body.filter(({ type }) => type !== 'markdown');
      expect(fields.every(({ attributes }) => attributes.label)).toBe(true);
      expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
    }
  });

  it('names files and folders that exist, in documents and in comments', () => {
    const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
    const named = files
      .filter((file) => /\.(md|[cm]?[jt]sx?|py|ya?ml)$/.test(file) && file !== 'CHANGELOG.md')
      .flatMap((file) => {
        const paths = /`((?:clients|deploy|dev|docs|elastic|explorer|lab|ops|src|test|tools)\/[\w./-]+)[`:]/g;
        return [...read(file).matchAll(paths)].map(([, path = '']) => ({ file, path }));
      });
    expect(named.length).toBeGreaterThan(50);
    const isFile = (path: string): boolean => files.some((file) => file.startsWith(path));
    expect(named.filter(({ path }) => !isFile(path) && !isFile(`src/${path}`))).toEqual([]);
  });

  it('has owners for paths that exist', () => {
    const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
    const rules = read('.github/CODEOWNERS')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(/\s+/));
    expect(rules[0]?.[0]).toBe('*');
    for (const [path = '', ...owners] of rules) {
      expect([path, path === '*' || files.some((file) => file.startsWith(path.replace(/^\//, '')))]).toEqual([
        path,
        true,
      ]);
      expect(owners.filter((owner) => !/^@?[\w.+-]+(?:[@/][\w.-]+)?$/.test(owner))).toEqual([]);
      expect(owners.length).toBeGreaterThan(0);
    }
  });

  it('welcomes a newcomer within a screen or two', () => {
    expect(read('AGENTS.md').split('\n').length).toBeLessThanOrEqual(61);
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(151);
  });

  it('has at most 29,000 words in its documents, 31,500 with the changelog', () => {
    const files = [
      'README.md',
      'CONTRIBUTING.md',
      'AGENTS.md',
      ...DOCUMENTS.filter((file) => file.startsWith('docs/')),
    ];
    const words = (text: string): number => text.match(/\S+/g)?.length ?? 0;
    const total = words(files.map((file) => read(file)).join('\n'));
    expect(total).toBeLessThanOrEqual(29_000);
    expect(total + words(read('CHANGELOG.md'))).toBeLessThanOrEqual(31_500);
  });

  it('grants no licence', () => {
    expect(PACKAGE.license).toBe('UNLICENSED');
    expect(existsSync('LICENSE')).toBe(false);
  });

  it('gives a reason for every dependency', () => {
    const [, section = ''] = read('CONTRIBUTING.md').split('\n## Dependencies\n');
    const listed = section
      .split('\n- ')
      .flatMap((line, at) => (at === 0 ? [] : [...(line.split(': ')[0] ?? '').matchAll(/`([^`]+)`/g)]));
    const names = Object.keys({ ...PACKAGE.dependencies, ...PACKAGE.devDependencies });
    expect(listed.map(([, name]) => name).sort()).toEqual(names.sort());
  });
});
