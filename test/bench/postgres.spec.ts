import { rankingStatement, readingsStatement, searchStatement } from '../../bench/peers/postgres/statements.mjs';
import { allWords, partsOf, readKeywords, someWords, tokensOf } from '../../bench/peers/postgres/words.mjs';

describe("the words of the benchmark's PostgreSQL", () => {
  it.each([
    ['Non-slip Mats, 50 × 70 cm', ['non', 'slip', 'mat', '50', '70cm']],
    ['Batteries, glasses, shoes, class', ['battery', 'glasse', 'shoes', 'class']],
    ['putri_90 | Putri 🎤', ['putri', '90', 'putri']],
    ['Kräuter für 2 L', ['kräuter', 'für', '2l']],
    ['掃除機 2年保証', ['掃除', '除機', '2', '年保', '保証']],
    ['เสื้อยืด', ['เสื้อ', 'ยืด']],
    ['!?', []],
  ])('of "%s"', (text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens);
  });

  it('must all be there, two of them also as one', () => {
    expect(allWords(readKeywords('honest review'))).toBe("('honest') & ('review') | 'honestreview'");
    expect(allWords(readKeywords("l'huile 30 x"))).toBe("('l') & ('huile') & ('30') & ('x')");
    expect(allWords(readKeywords('ella_69'))).toBe("('ella' & '69')");
  });

  it('are taken for others, and for the beginnings of longer ones', () => {
    const misspelt = { word: 'Crream', tokens: ['crream'], as: ['cream', 'dream'], isPart: true };
    expect(allWords([misspelt])).toBe("('crream' | 'crream':* | 'cream' | 'dream')");
  });

  it('may be missing, and have other endings then', () => {
    expect(someWords(readKeywords('vitaminas 掃除機'))).toBe("('vitamina') | 'vitami':* | ('掃除' & '除機')");
    expect(readKeywords('koh.bryan').flatMap(partsOf)).toEqual([
      { word: 'koh', tokens: ['koh'] },
      { word: 'bryan', tokens: ['bryan'] },
    ]);
  });
});

describe("the statements of the benchmark's PostgreSQL", () => {
  it('filter by single values, lists and ranges, whole figures by whole bounds', () => {
    const filter = {
      region: 'US',
      is_ecommerce: 1,
      product_category_id: 50000,
      digg_count_range: { min: 3.7, max: 9.2 },
      interact_rate_range: { min: 0.5 },
    };
    const { text, values } = searchStatement('video', { filter, orderby: [{ field: 'create_time' }], page: 3 });
    const matched =
      'from videos where region = $1::text and is_ecommerce = $2::boolean and product_category_ids @> $3::integer[] ' +
      'and digg_count >= $4::bigint and digg_count <= $5::bigint and interact_rate >= $6::double precision';
    expect(text).toBe(
      `select (select count(*) ${matched}) as total, (select string_agg((select record from videos_records where id = page.id), ',') ` +
        `from (select id ${matched} order by publish_time desc nulls last, id limit $7::bigint offset $8::bigint) page) as list`,
    );
    expect(values).toEqual(['US', true, [50000], 4, 9, 0.5, 10, 20]);
  });

  it('find products by their ids', () => {
    const { text, values } = searchStatement('product', { filter: { product_id: ['1', '2'] }, pagesize: 20 });
    expect(text).toContain('where id = any($1::bigint[])');
    expect(values).toEqual([['1', '2'], 20, 0]);
  });

  it('count live streams only as far as the next page', () => {
    const { text, values } = searchStatement('live', { page: 2, pagesize: 20 });
    expect(text).toContain('select count(*) from (select from lives limit $1::bigint) first');
    expect(values).toEqual([41, 20, 20]);
  });

  it('order matches by relevance, or by figures alone', () => {
    const byRelevance = searchStatement('product', {}, "('mat')");
    expect(byRelevance.text).toContain('order by relevance desc, day7_units_sold desc nulls last, id limit');
    const byFigure = searchStatement('product', { orderby: [{ field: 'total_gmv' }] }, "('mat')");
    expect(byFigure.text).toContain('from found order by total_gmv desc nulls last, id limit');
    expect(byFigure.text).not.toContain('ts_rank');
  });

  it('read a ranking by its period, category and the order of its kind of sales', () => {
    const date_info = { type: 'week', value: '2026-05' };
    const { text, values } = rankingStatement('topEcommerce', {
      filter: { ecommerce_type: 2, account_type: 2, date_info },
      page: 2,
      pagesize: 5,
    });
    expect(text).toContain(
      'where period = $1::text and product_category_id = $2::integer and has_live_sales and account_type = $3::smallint order by live_usd_gmv desc, uid limit',
    );
    expect(values).toEqual(['week 2026-05', 0, 2, 5, 5]);
    expect(rankingStatement('topGrowth', { filter: { date_info } }).values).toEqual(['week 2026-05', 10, 0]);
  });

  it('let longer words differ in more letters, fewer when sorted by figures', () => {
    const edits = (hasOrderby: boolean) =>
      readingsStatement('video', ['mat', 'cream', 'bottle', 'basketball'], hasOrderby).values[1];
    expect(edits(false)).toEqual([1, 1, 2, 2]);
    expect(edits(true)).toEqual([0, 1, 1, 2]);
  });
});
