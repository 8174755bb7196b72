import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { parse } from 'yaml';
import { PROJECT_DIR } from '../build/bootstrap.mjs';

const CHART = join('deploy', 'commerce-analytics');
const PLATFORMS = 'linux/amd64,linux/arm64';
const ELASTICSEARCH = '9.2.8';

const program = new Command('release')
  .description(
    'Makes a release: tests, SBOM, signed images for amd64 and arm64, signed chart, tag. Stops at the first failure.',
  )
  .argument('<version>', 'as package.json, the chart and the changelog have it, such as 1.1.0')
  .requiredOption(
    '--registry <address>',
    'where the images and the chart are pushed, such as registry.example/commerce',
  )
  .option('--dry-run', 'says what is missing and prints the steps')
  .addHelpText(
    'after',
    `
Needs: git with nothing uncommitted; docker with buildx, logged in to the registry, and emulation or builders for
${PLATFORMS}; cosign, which signs as the workflow or the person that runs it; helm (tools/release/install-chart-tools.mjs installs it), logged in to the registry; all that npm test needs.`,
  )
  .parse();
const [version] = program.args;
const { registry, dryRun } = program.opts();

const read = (...path) => readFileSync(join(PROJECT_DIR, ...path), 'utf8');
const run = (command, parameters, options = {}) =>
  spawnSync(command, parameters, { cwd: PROJECT_DIR, encoding: 'utf8', ...options });
const chart = parse(read(CHART, 'Chart.yaml'));
const versions = {
  'package.json': JSON.parse(read('package.json')).version,
  [`${CHART}/Chart.yaml (version)`]: chart.version,
  [`${CHART}/Chart.yaml (appVersion)`]: chart.appVersion,
  'CHANGELOG.md': /^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1],
};
const missing = [
  ...Object.entries(versions).flatMap(([where, found]) =>
    found === version ? [] : [`${where} has version ${found}, not ${version}`],
  ),
  ...(run('git', ['status', '--porcelain']).stdout === '' ? [] : ['git has uncommitted changes']),
  ...(run('git', ['tag', '--list', `v${version}`]).stdout?.trim() ? [`the tag v${version} is there already`] : []),
  ...(run('docker', ['buildx', 'version']).status === 0 ? [] : ['docker with buildx is not installed']),
  ...(run('docker', ['info']).status === 0 ? [] : ['no docker engine answers']),
  ...(run('cosign', ['version']).status === 0 ? [] : ['cosign is not installed']),
  ...(run('helm', ['version']).status === 0 ? [] : ['helm is not installed']),
];
/** The image is pushed with the list of all that it holds and with what it was built from; its signature covers both. */
const image = (name, tag, folder) => [
  'docker',
  'buildx',
  'build',
  '--platform',
  PLATFORMS,
  '--sbom=true',
  '--provenance=mode=max',
  '--tag',
  `${registry}/${name}:${tag}`,
  '--push',
  folder,
];
/** Signs what was pushed by its digest. */
const sign = (name, tag) => ['cosign', 'sign', '--yes', `${registry}/${name}:${tag}`];
const steps = [
  ['npm', 'ci'],
  ['npm', 'test', '--silent'],
  ['npm', 'run', '--silent', 'sbom'],
  image('commerce-analytics-search', version, '.'),
  sign('commerce-analytics-search', version),
  image('commerce-analytics-elasticsearch', ELASTICSEARCH, 'elastic'),
  sign('commerce-analytics-elasticsearch', ELASTICSEARCH),
  ['helm', 'package', CHART, '--destination', 'dist'],
  ['helm', 'push', join('dist', `${chart.name}-${version}.tgz`), `oci://${registry}`],
  sign(chart.name, version),
  ['git', 'tag', '--annotate', `v${version}`, '--message', `Release ${version}`],
  ['git', 'push', 'origin', `v${version}`],
];

for (const what of missing) console.error(`Not ready: ${what}.`);
if (dryRun) for (const step of steps) console.log(step.join(' '));
if (missing.length > 0) process.exit(1);
if (!dryRun) {
  for (const [command, ...parameters] of steps) {
    console.log(`\n— ${[command, ...parameters].join(' ')}`);
    const { status } = run(command, command === 'cosign' ? parameters.map(withDigest) : parameters, {
      stdio: 'inherit',
    });
    if (status !== 0) process.exit(1);
  }
}

/** A pushed reference by its digest, which nobody can move to other content; other parameters unchanged. */
function withDigest(parameter) {
  if (!parameter.startsWith(`${registry}/`)) return parameter;
  const format = ['--format', '{{.Manifest.Digest}}'];
  const { status, stdout } = run('docker', ['buildx', 'imagetools', 'inspect', ...format, parameter]);
  if (status !== 0) {
    console.error(`${parameter} has no digest in the registry.`);
    process.exit(1);
  }
  return `${parameter.slice(0, parameter.lastIndexOf(':'))}@${stdout.trim()}`;
}
