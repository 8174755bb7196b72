import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from './bootstrap.mjs';

/** Packages for development whose code is in the explorer's bundles, and so in the image. */
export const BUNDLED = [
  '@kurkle/color',
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/core',
  '@modelcontextprotocol/ext-apps',
  'chart.js',
  'fflate',
  'pkce-challenge',
  'preact',
  'write-excel-file',
  'zod',
];

/** The packages of the image by their paths in the lockfile: those that run, and those in the explorer's bundles. */
export function shippedPackages() {
  const { packages } = JSON.parse(readFileSync(join(PROJECT_DIR, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).flatMap(([path, { dev, devOptional, version }]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    const isShipped = path !== '' && ((!dev && !devOptional) || BUNDLED.includes(name));
    return isShipped ? [{ path, name, version }] : [];
  });
}
