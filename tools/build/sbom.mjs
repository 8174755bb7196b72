import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from './bootstrap.mjs';

/**
 * Writes dist/sbom.json: the packages of the service, in the format CycloneDX. `npm sbom --omit dev` also omits
 * packages that development shares, so development packages are removed here instead.
 */
const list = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
const { status, stdout, stderr } = spawnSync('npm', list, { cwd: PROJECT_DIR, encoding: 'utf8', maxBuffer: 2 ** 28 });
if (status !== 0) {
  console.error(`npm sbom failed: ${stderr}`);
  process.exit(1);
}
const sbom = JSON.parse(stdout);
const isForDevelopment = ({ properties = [] }) =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
const left = new Set(sbom.components.filter(isForDevelopment).map((component) => component['bom-ref']));
const components = sbom.components.filter((component) => !left.has(component['bom-ref']));
const dependencies = sbom.dependencies
  .filter(({ ref }) => !left.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => !left.has(other)) }));
const folder = join(PROJECT_DIR, 'dist');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'sbom.json'), JSON.stringify({ ...sbom, components, dependencies }, undefined, 2));
console.log(`${components.length} packages are listed in dist/sbom.json.`);
