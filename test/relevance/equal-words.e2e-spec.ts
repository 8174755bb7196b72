import { testApp } from '../support/app.js';
import { loadRecords } from '../support/load-records.js';

interface Answer {
  readonly total: number;
  readonly match: string;
  readonly list: readonly { readonly product_id: string }[];
}

/** Singulars and plurals of dictionaries, by the region whose records have them. */
const FORMS: Readonly<Record<string, string>> = {
  IT: 'formaggio formaggi, prosciutto prosciutti, scarpa scarpe, borsa borse, fungo funghi, giacca giacche, pesce pesci, pigiama pigiami, uovo uova, lenzuolo lenzuola',
  ES: 'luz luces, móvil móviles, flor flores, calcetín calcetines, reloj relojes, pantalón pantalones, jersey jerseyes, champú champús, rubí rubíes, esquí esquíes, bambú bambúes',
  MX: 'lápiz lápices, cartel carteles, collar collares, ratón ratones, color colores, árbol árboles',
  BR: 'calção calções, botão botões, pão pães, anel anéis, batom batons, colher colheres, avental aventais, funil funis, chapéu chapéus',
  BE: 'presse presses, trui truien',
  FR: 'cheval chevaux, manteau manteaux, bijou bijoux, vitrail vitraux, tissu tissus, drapeau drapeaux, adresse adresses, taxe taxes',
  DE: 'Lampe Lampen, Gabel Gabeln, Schuh Schuhe, Topf Töpfe, Handtuch Handtücher, Lieferung Lieferungen, Bett Betten, Akku Akkus, Hut Hüte, Fuß Füße, Schloss Schlösser, Album Alben, Ei Eier, Öl Öle, Osterei Ostereier',
  PL: 'sukienka sukienki, kubek kubki, torba torby, plecak plecaki, lampa lampy, koszula koszule, okno okna, talerz talerze, nóż noże, kabel kable',
  NL: 'schoen schoenen, pan pannen, boot boten, brief brieven, tas tassen, batterij batterijen, jas jassen, kaars kaarsen, idee ideeën, ei eieren, ui uien, stad steden, schip schepen, lid leden, lam lammeren, kalf kalveren',
  // Nouns of CELEX in -ie, -o, -u, -is, -us, -x, -ss and -ch, of WordNet in -ch, -ss, -x and -man, and of everyday things.
  US: `tee tees, brush brushes, lens lenses, shelf shelves, waitress waitresses, goddess goddesses, prairie prairies,
    magpie magpies, collie collies, freebie freebies, buffalo buffaloes, torpedo torpedoes, bayou bayous, tutu tutus,
    haggis haggises, crocus crocuses, campus campuses, prospectus prospectuses, sinus sinuses, reflex reflexes,
    lynx lynxes, matrix matrixes, beech beeches, launch launches, finch finches, pinch pinches, success successes,
    potato potatoes, knife knives, leaf leaves, baby babies, toy toys, watch watches, dress dresses, box boxes,
    glass glasses, bus buses, mouse mice, foot feet, tooth teeth, woman women, child children, hoodie hoodies,
    couch couches, wish wishes, match matches, dish dishes, key keys, tie ties, shoe shoes, hero heroes,
    sandwich sandwiches, ostrich ostriches, arch arches, search searches, ranch ranches, business businesses, boss bosses,
    pass passes, grass grasses, mousse mousses, prefix prefixes, phoenix phoenixes, sphinx sphinxes, tax taxes, axe axes,
    pickaxe pickaxes, man men, fireman firemen, life lives, trellis trellises, bowtie bowties`,
};
const pairs = Object.entries(FORMS).flatMap(([region, words]) =>
  words.split(',').map((pair) => [region, ...pair.trim().split(' ')] as [string, string, string]),
);

/** Sequences of characters that look the same. */
const SAME: readonly (readonly [name: string, one: string, other: string])[] = [
  ['Vietnamese, decomposed', 'giấy', 'giấy'.normalize('NFD')],
  ['Vietnamese, the point first', 'bệt', 'be\u0323\u0302t'],
  ['Thai sara am', 'น้ำปลา', 'น\u0e4d\u0e49\u0e32ปลา'],
  ['Thai sara am before its tone', 'น้ำแข็ง', 'น\u0e33\u0e49แข็ง'],
  ['Thai tone before a vowel', 'ที่วาง', 'ท\u0e48\u0e35วาง'],
  ['Thai sara ae', 'แก้ว', '\u0e40\u0e40ก้ว'],
  ['Lao', 'ນ້ຳຫອມ', 'ນ\u0ecd\u0ec9\u0eb2ຫອມ'],
  ['Arabic shadda and vowel', 'ب\u064e\u0651اب', 'ب\u0651\u064eاب'],
  ['Arabic alef with madda', '\u0622لة', '\u0627\u0653لة'],
  ['Hebrew points', 'ש\u05bc\u05c1לום', 'ש\u05c1\u05bcלום'],
  ['Devanagari nukta', '\u0958लम', 'क\u093cलम'],
  ['Korean, decomposed', '고양이', '고양이'.normalize('NFD')],
  ['German, decomposed', 'Müsli', 'Müsli'.normalize('NFD')],
];

describe('equal words', () => {
  const titled = (id: string, title: string, region = 'US') => ({ product_id: id, title, region, day7_units_sold: 1 });
  const products = [
    ...pairs.flatMap(([region, one, other]) => [
      titled(`${region}-${one}`, one, region),
      titled(`${region}-${other}`, other, region),
    ]),
    ...SAME.flatMap(([name, one, other], at) => [titled(`${name}-0`, one), titled(`${name}-1`, `${other} ${at}`)]),
  ];
  const test = testApp(() => ({ name: 'equal-words', load: loadRecords({ products }) }));

  async function find(keywords: string, region: string, isSorted: boolean) {
    const orderby = isSorted ? [{ field: 'day7_units_sold' }] : [];
    const body = { keywords, filter: { region }, orderby, match: 'all_words' };
    const { total, list } = await test.api.ask<Answer>('/product/v1/search', body);
    return { total, ids: list.map(({ product_id }) => product_id) };
  }

  it('have equal totals, and by relevance the same form comes first', async () => {
    const wrong: object[] = [];
    for (const [region, one, other] of pairs) {
      const ids = [one, other].map((word) => `${region}-${word}`);
      const answers: Awaited<ReturnType<typeof find>>[] = [];
      for (const isSorted of [true, false])
        for (const word of [one, other]) answers.push(await find(word, region, isSorted));
      const isFound = answers.every((answer) => answer.total === 2 && ids.every((id) => answer.ids.includes(id)));
      const isFirst = region === 'US' || ids.every((id, at) => answers[2 + at]?.ids[0] === id);
      if (!isFound || !isFirst) wrong.push({ one, other, answers });
    }
    expect(wrong).toEqual([]);
  });

  it('that look the same find the same', async () => {
    const wrong: object[] = [];
    for (const [name, one, other] of SAME)
      for (const isSorted of [true, false]) {
        const answers = [await find(one, 'US', isSorted), await find(other, 'US', isSorted)];
        const found = answers.map(({ total, ids }) => [total, [...ids].sort()]);
        const expected = [2, [`${name}-0`, `${name}-1`]];
        if (JSON.stringify(found) !== JSON.stringify([expected, expected])) wrong.push({ name, answers });
      }
    expect(wrong).toEqual([]);
  });
});
