import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { parse } from 'yaml';
import { PROJECT_DIR } from './bootstrap.mjs';

/** Writes the archive of the skill, which is the same for the same files, and the index by which clients find it. */
const FOLDER = join(PROJECT_DIR, 'skills', 'commerce-analytics');
const TARGET = join(PROJECT_DIR, 'dist', 'skill');
const read = (name) => readFileSync(join(FOLDER, name));

const names = readdirSync(FOLDER, { recursive: true }).filter((name) => name.endsWith('.md'));
const files = Object.fromEntries(names.sort().map((name) => [name.replaceAll('\\', '/'), read(name)]));
const archive = zipSync(files, { mtime: new Date(2020, 0, 1) });
const { name, description } = parse(String(read('SKILL.md')).split(/^---$/m)[1]);
const index = {
  $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
  skills: [
    {
      ...{ name, type: 'archive', description },
      // Relative to the address of the index.
      url: `../../skills/${name}.zip`,
      digest: `sha256:${createHash('sha256').update(archive).digest('hex')}`,
    },
  ],
};
mkdirSync(TARGET, { recursive: true });
writeFileSync(join(TARGET, `${name}.zip`), archive);
writeFileSync(join(TARGET, 'index.json'), JSON.stringify(index));
