import TEXTS from './error-texts.json' with { type: 'json' };
import { either, words, writeError } from './error-texts.js';

/** Names of fields and kinds, which are the same in every language. */
const NAMES =
  /\{[^}]*\}|\b(?:ID|Unix|CSV|from|min|max|range|page|pagesize|ecommerce_type)\b|"format": "csv"|\/export|\*/g;

describe('words of errors', () => {
  it.each([...Object.entries(TEXTS.words), ...Object.entries(TEXTS.rules)])(
    'are Chinese in Chinese: %s',
    (_, { EN_US, ZH_CN }) => {
      expect(EN_US).toMatch(/[a-z]/);
      expect(ZH_CN).toMatch(/\p{Script=Han}|^(?:\{\w+\}\W*)+$/u);
      expect(ZH_CN.replace(NAMES, '')).not.toMatch(/[A-Za-z]/);
    },
  );

  it.each(Object.entries(TEXTS.words))('have the same facts in both languages: %s', (_, { EN_US, ZH_CN }) => {
    const facts = (text: string): string[] => (text.match(/\{[^}]*\}/g) ?? []).sort();
    expect(facts(ZH_CN)).toEqual(facts(EN_US));
  });

  it('take facts, and keep braces of others', () => {
    expect(words('period_text', { format: 'YYYY-MM' })).toEqual({ EN_US: 'a string YYYY-MM', ZH_CN: '字符串 YYYY-MM' });
    expect(words('range').EN_US).toBe('an object {min, max}');
    expect(either('region')).toEqual({ EN_US: 'region', ZH_CN: 'region' });
    expect(either('uid', 'region', 'fewer_days')).toEqual({
      EN_US: 'uid, region or fewer days',
      ZH_CN: 'uid、region或更少的天数',
    });
  });

  it('are in the sentence in its language', () => {
    const facts = { path: 'page', given: '"x"' };
    expect(writeError('type', { ...facts, detail: words('integer').ZH_CN }, 'ZH_CN')).toBe(
      'page 的类型必须为 整数，当前值为 "x"。',
    );
  });
});
