import { readFileSync } from 'node:fs';
import { COMPARED, partsOf, readAnalysis } from './official-components.js';

const HEADING = '## The development node analyses as the official components do';

describe('elastic/analysis.json', () => {
  it('uses only components and settings that were compared with the official ones, or that decisions.md names', () => {
    const [, section = ''] = readFileSync('docs/decisions.md', 'utf8').split(HEADING);
    const [noted = ''] = section.split('\n## ');
    const compared = partsOf(COMPARED);
    const others = [...partsOf(readAnalysis('elastic/analysis.json'))].filter((part) => !compared.has(part));
    // To mend it: compare the part with the official image (`npm run proof -- analysis`), teach it to the node's module
    // (dev/embedded-node/server), and name it in that section, as `filter ngram.min_gram`.
    expect(others.filter((part) => !noted.includes(`\`${part}\``))).toEqual([]);
    expect(compared.size).toBeGreaterThan(30);
  });

  it('would use another one with another type, setting or language', () => {
    const { filter, ...others } = COMPARED;
    const changed = {
      ...others,
      filter: {
        ...filter,
        longer_words: { type: 'limit', max_token_count: 3 },
        plural_as_singular: { type: 'stemmer', language: 'light_english' },
      },
    };
    const compared = partsOf(COMPARED);
    expect([...partsOf(changed)].filter((part) => !compared.has(part)).sort()).toEqual([
      'filter limit',
      'filter limit.max_token_count',
      'filter stemmer.language=light_english',
    ]);
  });
});
