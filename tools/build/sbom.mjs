import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from './bootstrap.mjs';

/**
 * Writes dist/sbom.json: the packages of the image, in the format CycloneDX. `npm sbom --omit dev` also omits packages that
 * development shares, so those that the lockfile has for development or as optional ones are removed here instead.
 */
const list = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
const { status, stdout, stderr } = spawnSync('npm', list, { cwd: PROJECT_DIR, encoding: 'utf8', maxBuffer: 2 ** 28 });
if (status !== 0) {
  console.error(`npm sbom failed: ${stderr}`);
  process.exit(1);
}
const sbom = JSON.parse(stdout);
const { packages } = JSON.parse(readFileSync(join(PROJECT_DIR, 'package-lock.json'), 'utf8'));
const held = new Set([
  sbom.metadata.component['bom-ref'],
  ...Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`),
]);
const components = sbom.components.filter((component) => held.has(component['bom-ref']));
const dependencies = sbom.dependencies
  .filter(({ ref }) => held.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => held.has(other)) }));
const folder = join(PROJECT_DIR, 'dist');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'sbom.json'), JSON.stringify({ ...sbom, components, dependencies }, undefined, 2));
console.log(`${components.length} packages are listed in dist/sbom.json.`);
