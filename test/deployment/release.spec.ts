import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { judgeAudit } from '../../tools/release/judge-audit.js';

const project = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  dependencies: Record<string, string>;
};

describe('a release', () => {
  const dryRun = (version: string) =>
    spawnSync(
      process.execPath,
      ['tools/release/release.mjs', version, '--registry', 'registry.example/x', '--dry-run'],
      {
        encoding: 'utf8',
      },
    );

  it('tests, lists its packages, and pushes and signs images for both architectures and the chart, in that order', () => {
    const { stdout } = dryRun(project.version);
    const steps = stdout.trim().split('\n');
    expect(steps.map((step) => step.split(' ').slice(0, 3).join(' '))).toEqual([
      'npm ci',
      'npm test --silent',
      'npm run --silent',
      'docker buildx build',
      'cosign sign --yes',
      'docker buildx build',
      'cosign sign --yes',
      'helm package deploy/commerce-analytics',
      `helm push dist/commerce-analytics-${project.version}.tgz`,
      'cosign sign --yes',
      'git tag --annotate',
      'git push origin',
    ]);
    const built = steps.filter((step) => step.includes('--platform linux/amd64,linux/arm64'));
    expect(built).toHaveLength(2);
    expect(built.filter((step) => step.includes('--sbom=true --provenance=mode=max'))).toEqual(built);
    const pushed = built.flatMap((step) => /--tag (\S+)/.exec(step)?.[1] ?? []);
    const signed = steps.flatMap((step) => /^cosign sign --yes (\S+)$/.exec(step)?.[1] ?? []);
    expect(signed).toEqual([...pushed, `registry.example/x/commerce-analytics:${project.version}`]);
  });

  it('says of every place that it has another version', () => {
    const { status, stderr } = dryRun('99.0.0');
    expect(status).toBe(1);
    for (const place of ['package.json', 'Chart.yaml (version)', 'Chart.yaml (appVersion)']) {
      expect(stderr).toContain(`${place} has version ${project.version}, not 99.0.0.`);
    }
    // Its newest heading is `Unreleased` while something is.
    const newest = /^## (\S+)/m.exec(readFileSync('CHANGELOG.md', 'utf8'))?.[1];
    expect(stderr).toContain(`CHANGELOG.md has version ${newest}, not 99.0.0.`);
    const others = dryRun(project.version).stderr.match(/\S+ has version [^,]+/g) ?? [];
    expect(others).toEqual(newest === project.version ? [] : [`CHANGELOG.md has version ${newest}`]);
  });

  it('has its day in the changelog, from which its deprecated fields are called so', () => {
    const headings = readFileSync('CHANGELOG.md', 'utf8').match(/^## \d.*/gm) ?? [];
    expect(headings.length).toBeGreaterThan(1);
    expect(headings.filter((heading) => !/^## [\d.]+ \(\d{4}-\d\d-\d\d\)$/.test(heading))).toEqual([]);
  });

  it('lists in its SBOM the packages that the image holds, no more and no fewer', () => {
    expect(spawnSync(process.execPath, ['tools/build/sbom.mjs']).status).toBe(0);
    const sbom = JSON.parse(readFileSync('dist/sbom.json', 'utf8')) as {
      bomFormat: string;
      components: { purl: string }[];
    };
    expect(sbom.bomFormat).toBe('CycloneDX');
    const listed = sbom.components.map(({ purl }) => decodeURIComponent(purl));
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { version: string; dev?: true; devOptional?: true }>;
    };
    const ofExplorer = ['@kurkle/color', 'chart.js', 'fflate', 'preact', 'write-excel-file'];
    const ofView = ['@modelcontextprotocol/client', '@modelcontextprotocol/ext-apps', 'pkce-challenge'];
    const inBundle = [...ofExplorer, ...ofView].map((name) => `node_modules/${name}`);
    const held = Object.entries(packages)
      .filter(([path, { dev, devOptional }]) => path !== '' && ((!dev && !devOptional) || inBundle.includes(path)))
      .map(([path, { version }]) => `pkg:npm/${path.split('node_modules/').at(-1)}@${version}`);
    expect(listed.sort()).toEqual([...new Set(held)].sort());
    const depended = Object.entries(project.dependencies).map(([name, version]) => `pkg:npm/${name}@${version}`);
    expect(listed).toEqual(expect.arrayContaining(depended));
  });
});

const reportOf = (...severities: string[]): string =>
  JSON.stringify({
    vulnerabilities: Object.fromEntries(
      severities.map((severity, at) => [
        `package${at}`,
        { name: `package${at}`, severity, range: '<2.0.0', nodes: [`node_modules/package${at}`] },
      ]),
    ),
  });

const SHIPPED = ['node_modules/package0', 'node_modules/package1'];

describe('the audit of dependencies', () => {
  it('passes faults of packages that are not shipped', () => {
    expect(judgeAudit(reportOf('low', 'low', 'critical'), SHIPPED)).toEqual({
      passed: true,
      text: '2 packages, none with a known fault that is high or critical',
    });
  });

  it('passes packages without faults, and with low or moderate ones', () => {
    expect(judgeAudit(reportOf(), SHIPPED)).toMatchObject({ passed: true });
    expect(judgeAudit(reportOf('low', 'moderate'), SHIPPED)).toMatchObject({ passed: true });
  });

  it.each(['high', 'critical'])('names a package with a fault that is %s', (severity) => {
    const { passed, text } = judgeAudit(reportOf('low', severity), SHIPPED);
    expect([passed, text]).toEqual([false, `Packages with known faults: package1 <2.0.0 (${severity})`]);
  });

  it.each(['', '{"message":"405 Method Not Allowed"}', '{"error":{"summary":"getaddrinfo ENOTFOUND"}}'])(
    'says when the registry could not be asked: %j',
    (json) => {
      const { passed, text } = judgeAudit(json, SHIPPED);
      expect(passed).toBe(true);
      expect(text).toMatch(/^Not audited: /);
    },
  );
});
