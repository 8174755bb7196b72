import { readFileSync } from 'node:fs';
import { environmentExample, withSettings } from './settings-documents.js';

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

describe('documents of the settings, which npm run settings writes', () => {
  it('docs/operating.md has every setting', () => {
    const page = read('docs/operating.md');
    expect(page).toBe(withSettings(page));
    expect(page).toMatch(/^\| `REQUEST_TIMEOUT_MS` +\| `3000` +\| a whole number from 50 to 600000 +\| Deadline/m);
  });

  it('.env.example has every setting with its default', () => {
    const example = read('.env.example');
    expect(example).toBe(environmentExample());
    expect(example).toContain('\n#INDEX_PREFIX=commerce-\n');
  });
});
