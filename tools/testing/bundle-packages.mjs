import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';
import { PROJECT_DIR } from '../build/bootstrap.mjs';

/** Packages of many files. Jest would find and read each of them once for every test file. */
const PACKAGES = [
  '@elastic/elasticsearch',
  '@nestjs/common',
  '@nestjs/common/constants.js',
  '@nestjs/core',
  '@nestjs/platform-express',
  '@nestjs/swagger',
  'class-transformer',
  'class-validator',
  'express',
  'prom-client',
  'rxjs',
];
/** One file anyway, options of Nest that are not installed, and files that are served unchanged. */
const EXTERNAL = [
  'reflect-metadata',
  /^@nestjs\/(microservices|websockets)(\/|$)/,
  '@fastify/static',
  /^swagger-ui-dist/,
];
const ENTRY = 'package:';
const FOLDER = join(PROJECT_DIR, '.cache', 'test-packages');

/** Bundles these packages, once for each lockfile. Returns where Jest finds them, for `moduleNameMapper`. */
export async function bundlePackages() {
  const hash = createHash('sha256');
  for (const file of [join(PROJECT_DIR, 'package-lock.json'), import.meta.filename]) hash.update(readFileSync(file));
  const dir = join(FOLDER, hash.digest('hex').slice(0, 12));
  if (!existsSync(dir)) {
    rmSync(FOLDER, { recursive: true, force: true });
    await build({
      cwd: PROJECT_DIR,
      input: Object.fromEntries(PACKAGES.map((name, index) => [index, `${ENTRY}${name}`])),
      platform: 'node',
      external: EXTERNAL,
      plugins: [entries],
      output: {
        dir,
        format: 'cjs',
        entryFileNames: '[name].cjs',
        chunkFileNames: '[name]-[hash].cjs',
        keepNames: true,
      },
    });
  }
  return Object.fromEntries(PACKAGES.map((name, index) => [`^${name}$`, join(dir, `${index}.cjs`)]));
}

/** Modules that export all of a package, as it does. */
const entries = {
  name: 'entries',
  resolveId: (id) => (id.startsWith(ENTRY) ? `${id}.cjs` : undefined),
  load: (id) =>
    id.startsWith(ENTRY) ? `module.exports = require('${id.slice(ENTRY.length, -'.cjs'.length)}');` : undefined,
};
