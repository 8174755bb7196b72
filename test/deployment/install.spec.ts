import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A checkout with one needed package, one of another platform, and an `npm` that records its calls. */
class Checkout {
  readonly folder = mkdtempSync(join(tmpdir(), 'commerce-analytics-install-'));
  private readonly calls = join(this.folder, 'calls.log');

  constructor() {
    for (const file of COPIED) cpSync(file, join(this.folder, file), { recursive: true });
    this.write('package.json', JSON.stringify({ type: 'module', engines: { node: '>=20.19' } }));
    this.write('package-lock.json', JSON.stringify({ packages: { '': {}, ...NEEDED, ...OF_ANOTHER_PLATFORM } }));
    for (const file of ['nest-cli.json', 'tsconfig.json', 'tsconfig.build.json']) this.write(file, '{}');
    const npm = this.write(
      'bin/npm',
      `#!${process.execPath}
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
appendFileSync(${JSON.stringify(this.calls)}, process.argv.slice(2).join(' ') + '\\n');
const modules = process.argv.at(-1) + '/node_modules';
mkdirSync(modules);
writeFileSync(modules + '/whole', '');
if (process.env.NPM_FAILS) process.exit(1);
writeFileSync(modules + '/.package-lock.json', '${JSON.stringify({ packages: NEEDED })}');`,
    );
    this.write('bin/package.json', '{}');
    this.write('dev/typescript-hooks.mjs', HOOKS);
    this.write('dev/start.ts', `console.log('start runs');`);
    chmodSync(npm, 0o755);
  }

  write(path: string, text: string): string {
    const file = join(this.folder, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  /** Marks `dist` as built from the sources, with commands that print their names. */
  build(): void {
    for (const name of ['cli/token', 'main']) this.write(`dist/${name}.js`, `console.log('${name} runs');`);
    this.run('-e', `import('./tools/build/bootstrap.mjs').then(({ markBuilt }) => markBuilt())`);
  }

  /** @returns the status, both outputs, and the number of calls of npm so far */
  run(...parameters: readonly string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, parameters, {
      cwd: this.folder,
      encoding: 'utf8',
      env: { PATH: [join(this.folder, 'bin'), process.env.PATH].join(delimiter), ...this.environment },
    });
    const calls = existsSync(this.calls) ? readFileSync(this.calls, 'utf8').trim().split('\n').length : 0;
    return { status, output: stdout + stderr, calls };
  }

  environment: Record<string, string> = { ELASTICSEARCH_URL: 'http://127.0.0.1:9200' };
}

const COPIED = [
  ...['start.mjs', 'run.mjs', 'child.mjs', 'ends-with-parent.mjs', 'typescript.mjs'].map((file) => join('dev', file)),
  join('dev', 'embedded-node', 'server'),
  join('tools', 'build', 'bootstrap.mjs'),
];
/** Takes the place of the compiler, which is a package. */
const HOOKS = `import { readFileSync } from 'node:fs';
export const load = (url, context, next) =>
  url.endsWith('.ts')
    ? { format: 'module', source: readFileSync(new URL(url), 'utf8'), shortCircuit: true }
    : next(url, context);`;
const NEEDED = { 'node_modules/needed': { version: '1.0.0', integrity: 'sha512-a' } };
const OF_ANOTHER_PLATFORM = { 'node_modules/other': { version: '1.0.0', integrity: 'sha512-b', optional: true } };

let checkout: Checkout;
beforeEach(() => {
  checkout = new Checkout();
});
afterEach(() => rmSync(checkout.folder, { recursive: true }));

const install = (packages: object) => checkout.write('node_modules/.package-lock.json', JSON.stringify({ packages }));

describe('npm start', () => {
  it('installs nothing after npm ci', () => {
    install(NEEDED);
    checkout.build();
    expect(checkout.run('dev/start.mjs')).toEqual({ status: 0, output: 'start runs\n', calls: 0 });
  });

  it.each([
    ['nothing', {}],
    ['another version', { 'node_modules/needed': { version: '0.9.0', integrity: 'sha512-a' } }],
    ['other content', { 'node_modules/needed': { version: '1.0.0', integrity: 'sha512-c' } }],
  ])('installs where there is %s', (_what, packages) => {
    install(packages);
    checkout.write('node_modules/before', '');
    checkout.build();
    expect(checkout.run('dev/start.mjs')).toMatchObject({ status: 0, calls: 1 });
    expect([checkout.has('node_modules/whole'), checkout.has('node_modules/before')]).toEqual([true, false]);
    expect(checkout.run('dev/start.mjs')).toMatchObject({ status: 0, calls: 1 });
  });

  it.each([
    ['exit 0', 'is built'],
    ['exit 1', 'The sources could not be built.'],
  ])('builds while the rest starts, which waits for it: %s', (end, said) => {
    install(NEEDED);
    checkout.write(
      'dev/start.ts',
      `import { writeFileSync } from 'node:fs';
import { buildBeside } from '../tools/build/bootstrap.mjs';
writeFileSync('started', '');
await buildBeside().then(() => console.log('is built'), ({ message }) => console.log(message));`,
    );
    checkout.write('bin/npm', `#!/bin/sh\nfor i in $(seq 100); do [ -e started ] && ${end}; sleep 0.1; done\nexit 2\n`);
    const { status, output } = checkout.run('dev/start.mjs');
    expect([status, output]).toEqual([0, expect.stringContaining(said)]);
  });

  it('keeps what was installed when the registry does not answer', () => {
    install({});
    checkout.write('node_modules/before', '');
    checkout.environment.NPM_FAILS = 'yes';
    expect(checkout.run('dev/start.mjs')).toMatchObject({ status: 1, calls: 1 });
    expect([checkout.has('node_modules/whole'), checkout.has('node_modules/before')]).toEqual([false, true]);
  });
});

describe('npm start without a cluster', () => {
  const jdk = (version: string): void => {
    checkout.write('jdk/release', `JAVA_VERSION="${version}"\n`);
    for (const tool of ['java', 'javac']) checkout.write(`jdk/bin/${tool}`, '');
    checkout.environment = { JAVA_HOME: join(checkout.folder, 'jdk'), XDG_CACHE_HOME: join(checkout.folder, 'cache') };
  };
  beforeEach(() => chmodSync(checkout.folder, 0o755));

  it('says at once what to install, before it installs anything', () => {
    jdk('21.0.1');
    checkout.environment.PATH = join(checkout.folder, 'bin');
    const { status, output, calls } = checkout.run('dev/start.mjs');
    expect([status, calls]).toEqual([1, 0]);
    expect(output).toMatch(/^Maven \(mvn\) was not found.*\n.*apt-get install openjdk-21-jdk-headless maven/);
  });

  it('makes Elasticsearch while packages are installed, and starts when both are done', () => {
    jdk('21.0.1');
    checkout.build();
    const npm = join(checkout.folder, 'bin', 'npm');
    const goOn = join(checkout.folder, 'maven-runs');
    // npm ends only when Maven runs, and fails after a minute without it.
    writeFileSync(
      npm,
      readFileSync(npm, 'utf8').replace(
        "writeFileSync(modules + '/whole', '');",
        `for (const until = Date.now() + 60_000; !require('node:fs').existsSync('${goOn}'); )
  if (Date.now() > until) process.exit(1);
`,
      ),
    );
    chmodSync(checkout.write('bin/mvn', `#!/bin/sh\ntouch ${goOn}\necho '[ERROR] no network'\nexit 1\n`), 0o755);
    const { status, output, calls } = checkout.run('dev/start.mjs');
    expect([status, calls]).toEqual([1, 1]);
    expect(output).toContain('Installing packages: done');
    expect(output).toContain('Maven could not fetch the embedded Elasticsearch:\n[ERROR] no network');
    expect(output).not.toContain('start runs');
  });
});

describe('a command of an operator', () => {
  it.each(['token', 'main'])('never installs or builds: %s says what to run', (name) => {
    const { status, output, calls } = checkout.run('dev/run.mjs', name);
    expect([status, calls, checkout.has('dist')]).toEqual([1, 0, false]);
    expect(output).toBe('The project is not installed and built. Run: npm ci && npm run build\n');
  });

  it('runs what is built, without packages', () => {
    checkout.build();
    expect(checkout.run('dev/run.mjs', 'token')).toEqual({ status: 0, output: 'cli/token runs\n', calls: 0 });
  });

  it('runs what is built when the sources have changed, and says so', () => {
    checkout.build();
    checkout.write('src/new.ts', '');
    const { status, output, calls } = checkout.run('dev/run.mjs', 'token');
    expect([status, calls]).toEqual([0, 0]);
    expect(output).toMatch(/cli.token runs\n.*have changed since the last build.* npm run build/);
  });
});

describe('a command for development', () => {
  it('never installs: it says what to run', () => {
    const { status, output, calls } = checkout.run('--import', './dev/typescript.mjs', 'dev/documents/write.ts');
    expect([status, calls]).toEqual([1, 0]);
    expect(output).toBe('The packages of package-lock.json are not installed. Run: npm ci\n');
  });
});
