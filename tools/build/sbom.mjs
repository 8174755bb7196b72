import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from './bootstrap.mjs';
import { shippedPackages } from './shipped.mjs';

/**
 * Writes dist/sbom.json: the packages of the image, in the format CycloneDX. `npm sbom --omit dev` also omits packages that
 * development shares and those in the explorer's bundle, so packages that are not shipped are removed here instead.
 */
const list = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
const { status, stdout, stderr } = spawnSync('npm', list, { cwd: PROJECT_DIR, encoding: 'utf8', maxBuffer: 2 ** 28 });
if (status !== 0) {
  console.error(`npm sbom failed: ${stderr}`);
  process.exit(1);
}
const sbom = JSON.parse(stdout);
const shipped = new Set([
  sbom.metadata.component['bom-ref'],
  ...shippedPackages().map(({ name, version }) => `${name}@${version}`),
]);
const components = sbom.components.filter((component) => shipped.has(component['bom-ref']));
const dependencies = sbom.dependencies
  .filter(({ ref }) => shipped.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => shipped.has(other)) }));
const folder = join(PROJECT_DIR, 'dist');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'sbom.json'), JSON.stringify({ ...sbom, components, dependencies }, undefined, 2));
console.log(`${components.length} packages are listed in dist/sbom.json.`);
