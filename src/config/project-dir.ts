import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder: the nearest above this file that has a package.json, wherever the build has put this code. */
export const PROJECT_DIR = fileURLToPath(projectAbove(new URL('.', import.meta.url)));

export const { version: VERSION } = JSON.parse(readFileSync(join(PROJECT_DIR, 'package.json'), 'utf8')) as {
  readonly version: string;
};

function projectAbove(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const parent = new URL('..', folder);
  if (parent.href === folder.href) throw new Error(`There is no package.json above ${import.meta.url}.`);
  return projectAbove(parent);
}
