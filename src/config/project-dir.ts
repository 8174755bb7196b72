import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The project's folder: the nearest above this file that has a package.json, wherever the build has put this code. */
export const PROJECT_DIR = fileURLToPath(projectAbove(new URL('.', import.meta.url)));

function projectAbove(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const parent = new URL('..', folder);
  if (parent.href === folder.href) throw new Error(`There is no package.json above ${import.meta.url}.`);
  return projectAbove(parent);
}
