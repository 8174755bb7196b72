import { otherForms } from './word-forms.js';

const formsIn = (region: string, word: string): readonly string[] =>
  otherForms(word).find(({ regions }) => regions.includes(region))?.forms ?? [];

/** Singulars and plurals that dictionaries have. */
const PAIRS: readonly (readonly [region: string, pairs: string])[] = [
  [
    'IT',
    'formaggio formaggi, crudo crudi, scarpa scarpe, fungo funghi, tasca tasche, arancia arance, pesce pesci, uovo uova, lenzuolo lenzuola, uomo uomini',
  ],
  [
    'ES',
    'luz luces, lápiz lápices, móvil móviles, flor flores, calcetín calcetines, reloj relojes, champú champús, rubí rubíes, tabú tabúes',
  ],
  [
    'BR',
    'calção calções, pão pães, anel anéis, fuzil fuzis, batom batons, colher colheres, arroz arrozes, chapéu chapéus',
  ],
  [
    'FR',
    'cheval chevaux, manteau manteaux, bijou bijoux, bougie bougies, tissu tissus, vitrail vitraux, brosse brosses, taxe taxes',
  ],
  [
    'DE',
    'Lampe Lampen, Gabel Gabeln, Schuh Schuhe, Topf Töpfe, Handtuch Handtücher, Lieferung Lieferungen, Akku Akkus, Hut Hüte, Album Alben, Herz Herzen, Ei Eier, Öl Öle, Osterei Ostereier, rostfrei rostfreier',
  ],
  [
    'PL',
    'sukienka sukienki, kubek kubki, torba torby, plecak plecaki, buty but, lampa lampy, czarny czarne, talerz talerze, nóż noże, kabel kable, widelec widelce',
  ],
  [
    'NL',
    'schoen schoenen, pan pannen, boot boten, brief brieven, kaas kazen, batterie batteries, kind kinderen, trui truien, koe koeien, idee ideeën, ei eieren, ui uien, stad steden, havenstad havensteden, lid leden, goudsmid goudsmeden, schip schepen, lam lammeren, kalf kalveren',
  ],
];

it.each(PAIRS.flatMap(([region, pairs]) => pairs.split(', ').map((pair) => [region, ...pair.split(' ')] as const)))(
  'in %s %s and %s are forms of each other',
  (region, singular = '', plural = '') => {
    const plain = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    expect(formsIn(region, singular)).toContain(plain(plural));
    expect(formsIn(region, plural)).toContain(plain(singular));
  },
);

it('a word with ß has the forms of the same with ss', () => {
  expect([formsIn('DE', 'Fuß'), formsIn('DE', 'Füße')]).toEqual([['fusse'], expect.arrayContaining(['fuss'])]);
});

it.each([
  ['DE', 'Schleier', 'schlei'],
  ['DE', 'Geier', 'gei'],
  ['DE', 'den', 'de'],
  ['NL', 'ten', 'te'],
])('in %s %s is no form of %s', (region, word, other) => {
  expect(formsIn(region, word)).not.toContain(other);
});

it.each(['手机', 'pc', 'iphone15', 'tv', 'ครีม', 'a'.repeat(41)])('%s has no other form', (word) => {
  expect(otherForms(word)).toEqual([]);
});

it('an Arabic word has one with the article, or without, in all regions', () => {
  expect(otherForms('هاتف')).toEqual([{ regions: [], forms: ['الهاتف'] }]);
  expect(otherForms('الهاتف')).toEqual([{ regions: [], forms: ['هاتف'] }]);
});

it('an English word has forms only in other regions', () => {
  expect(otherForms('plate').flatMap(({ regions }) => regions)).toEqual(['IT', 'DE', 'AT', 'NL', 'BE', 'PL']);
});
