import { readFileSync } from 'node:fs';
import { recordColumns } from '../model/columns.js';
import { formFields } from '../model/forms.js';
import { type OpenApi } from '../model/open-api.js';
import { VIEWS } from '../model/views.js';
import { ENGLISH } from './en.js';
import { textsOf, type Words } from './texts.js';
import { CHINESE } from './zh.js';

const blanksOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe('texts', () => {
  it('are there in both languages with the same blanks', () => {
    for (const part of ['texts', 'choices'] as const) {
      const blanks = ({ [part]: words }: Words): object =>
        Object.fromEntries(Object.entries(words).map(([key, word]) => [key, blanksOf(word)]));
      expect(blanks(CHINESE)).toEqual(blanks(ENGLISH));
      expect(Object.values({ ...ENGLISH[part], ...CHINESE[part] }).filter((word) => word.trim() === '')).toEqual([]);
    }
  });

  it('name fields by their path, by its end, or as they are written', () => {
    const { field } = textsOf('EN_US', ENGLISH);
    expect([field('live.total_viewer_count'), field('play_count_range'), field('no_such_field')]).toEqual([
      'Viewers',
      'Plays',
      'No such field',
    ]);
    expect(textsOf('ZH_CN', CHINESE).field('play_count_range')).toBe('播放数');
  });

  it('name every field of every form and every column in Chinese', () => {
    const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApi;
    // Filters that the explorer leaves to programs.
    const leftOut = /^(?:not|listed_range|product_age_range|period_\w+_range|usd_gmv_per_1000_viewers_range)$/;
    const names = Object.values(VIEWS).flatMap(({ path }) => [
      ...formFields(document, path).map(({ name }) => name),
      ...recordColumns(document, path).map((column) => column.path),
    ]);
    const { field } = textsOf('ZH_CN', CHINESE);
    const nameless = [...new Set(names)].filter((name) => !/[\u4e00-\u9fff]/.test(field(name)));
    expect(nameless.filter((name) => !leftOut.test(name))).toEqual([]);
  });

  it('name values: regions by the browser, choices as the service does', () => {
    const { choice } = textsOf('ZH_CN', CHINESE);
    expect([
      choice('region', 'US'),
      choice('off_shelves', 0),
      choice('account_type', '2'),
      choice('is_ad', true),
    ]).toEqual(['美国', '在售', '店铺', '是']);
  });
});
