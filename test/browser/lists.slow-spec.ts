import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execute, findPythonLibrary } from '../../tools/testing/python-package.js';
import { csvRows } from '../../explorer/model/sheet.js';
import {
  change,
  dollars,
  type ExplorerPage,
  explorerFlows,
  PHONE,
  type Row,
  savedBy,
  withBrowser,
  within,
} from './explorer-page.js';

const [NEWEST, BEFORE, EARLIER] = ['2026-26', '2026-25', '2026-22'];
const HEADS = ['Name', 'GMV (USD)', 'Change of GMV (USD)', 'Rank', 'Change since added'];

const READ_SHEET = `
import json, openpyxl, sys
sheet = openpyxl.load_workbook(open(sys.argv[1], 'rb')).active
print(json.dumps([list(row) for row in sheet.iter_rows(values_only=True)]))`;

withBrowser('a list', () => {
  const { start, startSettled, ask } = explorerFlows('lists');
  const top = async (value: string, filter: object = {}, pagesize = 100): Promise<readonly Row[]> =>
    (await ask('/product/v1/rank/topSelling', { filter: { date_info: { type: 'week', value }, ...filter }, pagesize }))
      .list;
  /** The sales of a product in a week by another operation than that of the page. */
  const soldIn = async (id: unknown, week: string): Promise<number> => {
    const { list } = await ask('/product/v1/history', { product_id: id, date_type: 'week', from: week, to: week });
    return Number(list.find((row) => row.date_value === week)?.usd_gmv ?? 0);
  };
  const rowsOf = async ({ page }: ExplorerPage): Promise<string[][]> => {
    await page.locator('.edge table').waitFor();
    const rows = await page.locator('.edge tbody tr').all();
    return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
  };

  let python: string | undefined;
  beforeAll(async () => {
    python = await findPythonLibrary('openpyxl', '3.1.5');
  });

  it('of ticked products has its page, two files and a link that holds it', async () => {
    const products = (await top(NEWEST, {}, 20)).slice(0, 3);
    const names = products.map((row) => String(within(row, 'product').title));
    const explorer = await startSettled(`?view=topProducts&date_info=week:${NEWEST}`);
    const { page } = explorer;
    for (const name of names) await page.getByLabel(`Compare ${name}`, { exact: true }).check();
    const add = page.getByRole('button', { name: 'Add to list…' });
    await add.click();
    const panel = page.getByRole('group', { name: 'Add to list…' });
    await panel.getByLabel('New list').fill('Summer & sun');
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await add.click();
    await page.getByRole('button', { name: 'Watched (0)' }).click();
    await page.getByRole('link', { name: 'Added. Open “Watched”' }).waitFor();
    await page.getByRole('link', { name: 'Home Commerce analytics' }).click();
    await explorer.part('Watched').getByText(dollars(products[0]?.usd_gmv)).first().waitFor();
    await page.getByRole('link', { name: 'Summer & sun (3)' }).click();
    await page.getByRole('heading', { level: 1, name: 'Summer & sun' }).waitFor();
    await page.getByRole('link', { name: 'Watched (3)' }).waitFor();
    const rows = await rowsOf(explorer);
    expect((await page.locator('.edge thead th').allInnerTexts()).slice(0, 5)).toEqual(HEADS);
    for (const [at, product] of products.entries()) {
      const [now, before] = [await soldIn(product.product_id, NEWEST), await soldIn(product.product_id, BEFORE)];
      const [name, gmv, changed, rank, since] = rows[at] ?? [];
      expect(name).toContain(names[at]);
      expect(gmv).toBe(dollars(now));
      expect(changed).toContain(change(now - before));
      expect(rank).toContain(`#${at + 1} `);
      expect(since).toMatch(new RegExp(`^\\$0 .*\\${dollars(now)} in ${NEWEST}`, 's'));
    }
    expect(await explorer.findSerious()).toEqual([]);

    const saveAs = async (kind: string) => {
      await page.getByRole('button', { name: 'Export this list' }).click();
      return savedBy(page.getByRole('button', { name: kind, exact: true }));
    };
    const against = '· against 2026-25 · Jun 15 – 21, 2026';
    const expected = products.map((row, at) => [
      ...['Product', row.product_id, names[at], row.usd_gmv, row.usd_gmv_change],
      ...[within(row, 'usd_gmv_growth_rate_info').rate ?? null, at + 1, row.previous_rank ?? null],
      ...['2026-26 · Jun 22 – 28, 2026', row.usd_gmv, 0, 0],
    ]);
    const { name: file, path } = await saveAs('XLSX');
    expect(file).toBe('summer-sun-2026-26-jun-22-28-2026.xlsx');
    if (python !== undefined) {
      const { stdout } = await execute(join(python, 'python'), ['-c', READ_SHEET, path]);
      const [heads = [], ...cells] = JSON.parse(stdout) as unknown[][];
      expect(heads.slice(3, 6)).toEqual([
        'GMV (USD) · 2026-26 · Jun 22 – 28, 2026',
        `Change of GMV (USD) ${against}`,
        `GMV growth, % ${against}`,
      ]);
      expect(cells).toEqual(expected);
    }
    const csv = csvRows(await readFile((await saveAs('CSV for spreadsheets')).path, 'utf8'));
    expect(csv[0]).toContain(`Change of GMV (USD) ${against}`);
    expect(csv.slice(1)).toEqual(
      expected.map((row) => row.map((cell) => (cell === null ? '' : String(cell as string | number)))),
    );

    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = new URL(await page.evaluate<string>('navigator.clipboard.readText()'));
    const other = await start(link.search);
    await other.page.getByRole('heading', { level: 1, name: 'Summer & sun' }).waitFor();
    const shared = await rowsOf(other);
    expect(shared).toEqual(rows.map((row) => row.slice(0, 5)));
    await other.page.getByRole('button', { name: 'Keep this list' }).click();
    await other.page.getByRole('link', { name: 'Summer & sun (3)' }).waitFor();
    expect(other.query().has('product_id')).toBe(false);
    await other.page.getByRole('button', { name: `Remove ${names[0]}` }).click();
    expect(await other.titles()).toEqual(names.slice(1));
  });

  it('takes a thing from its page', async () => {
    const [product] = await top(NEWEST, {}, 1);
    const name = String(within(product, 'product').title);
    const explorer = await startSettled(`?view=product&product_id=${String(product?.product_id)}&lang=EN_US`);
    const { page } = explorer;
    const head = page.locator('.entity-head');
    await head.getByRole('button', { name: 'Add to list…' }).click();
    await page.getByRole('group', { name: 'Add to list…' }).getByLabel('New list').fill('Shortlist');
    expect(await explorer.findSerious()).toEqual([]);
    await explorer.screenshot('thing-add');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await head.getByRole('button', { name: 'Add to list…' }).click();
    await page.getByRole('button', { name: 'Watched (0)' }).click();
    await head.getByRole('button', { name: 'Stop watching' }).waitFor();
    await head.getByRole('button', { name: 'Add to list…' }).click();
    await page.getByRole('button', { name: 'Shortlist (1)' }).click();
    await head.getByRole('link', { name: 'Added. Open “Shortlist”' }).click();
    await page.getByRole('heading', { level: 1, name: 'Shortlist' }).waitFor();
    const [row = [], ...others] = await rowsOf(explorer);
    expect([row[0]?.includes(name), row[1], others]).toEqual([
      true,
      dollars(await soldIn(product?.product_id, NEWEST)),
      [],
    ]);
  });

  it('compares with the week that a thing was added, also one that sold nothing since, and refuses what is no list', async () => {
    const [earlier, now] = [await top(EARLIER), await top(NEWEST)];
    const quiet = earlier.find((row) => !now.some(({ product_id: id }) => id === row.product_id));
    const [sold] = now;
    const explorer = await start(
      `?view=list&list=Shared&product_id=${String(quiet?.product_id)}:${EARLIER},${String(sold?.product_id)}:${EARLIER}`,
    );
    await explorer.page.getByText(String(within(quiet, 'product').title)).waitFor();
    // The weeks before come one by one.
    const lost = change(-(await soldIn(quiet?.product_id, BEFORE)));
    await explorer.page.locator('.edge tbody tr').first().getByText(lost).waitFor();
    const [first = [], second = []] = await rowsOf(explorer);
    expect(first[1]).toContain('$0');
    expect(first[2]).toContain(lost);
    expect(first[3]).toContain('Not ranked');
    expect(first[4]).toContain(change(-Number(quiet?.usd_gmv)));
    const [then, newest] = [await soldIn(sold?.product_id, EARLIER), await soldIn(sold?.product_id, NEWEST)];
    expect(second[4]).toContain(change(newest - then));
    expect(second[4]).toContain(`${dollars(then)} in ${EARLIER}`);
    await explorer.page.setViewportSize({ width: 820, height: 1000 });
    expect(await explorer.page.evaluate('document.documentElement.scrollWidth')).toBe(820);
    const phone = await start(new URL(explorer.page.url()).search, { profile: PHONE });
    await phone.page.locator('.record-card').first().waitFor();
    expect(await phone.page.locator('.record-card dd').allInnerTexts()).toEqual(
      [...first, ...second].filter((_, at) => at % 5 !== 0),
    );
    expect(await phone.findSerious()).toEqual([]);
    expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await phone.page.getByLabel('Language').selectOption('ZH_CN');
    await phone.page.getByRole('term').filter({ hasText: '加入后的变化' }).first().waitFor();
    await phone.page.goto(
      phone.page.url().replace(/\?.*/, `?view=topProducts&date_info=week:${NEWEST}&ticked=${String(sold?.product_id)}`),
    );
    await phone.page.getByRole('button', { name: '加入列表…' }).click();
    await phone.page.getByRole('button', { name: '已关注 (0)' }).waitFor();
    expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const wrong = await start('?view=list&list=Shared&product_id=12:2026-60');
    await wrong.page.getByText('This link holds no list: “product_id=12:2026-60” is not IDs').waitFor();
  });
});
