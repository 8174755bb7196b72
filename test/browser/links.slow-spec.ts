import { parse } from 'csv-parse/sync';
import { explorerFlows, JUNE, type Row, within, withBrowser } from './explorer-page.js';

withBrowser('links of the explorer', () => {
  const { startSettled, ask, app } = explorerFlows('explorer-links');

  const fetched = async (url: string): Promise<Row[]> => {
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    return parse<Row>(await answer.text(), { columns: true, bom: true });
  };

  it.each([
    ['Copy link for spreadsheets', 'Export all rows', 'Copy', 'Valid for', 'en-US'],
    ['复制电子表格链接', '导出全部', '复制', '有效期', 'zh-CN'],
  ])('%s says what it shares and until when, and gives the rows of the list', async (...texts) => {
    const [title, menu, copy, valid, locale] = texts;
    const explorer = await startSettled('?view=topProducts&region=US&date_info=month:2026-06', { profile: { locale } });
    const { page } = explorer;
    expect(explorer.requested.filter((url) => /usage|links|link-item/.test(url))).toEqual([]);
    await page.getByRole('button', { name: menu }).first().click();
    await page.getByRole('button', { name: title }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByText(app().tokenName).waitFor();
    await dialog.getByRole('combobox').last().selectOption('CSV');
    expect(await explorer.findSerious()).toEqual([]);
    await dialog.getByRole('button', { name: copy }).click();
    const url = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(url).toMatch(new RegExp(`^${app().url}/v1/links/[^/]+/[\\w-]+\\.csv$`));
    const { list, total } = await ask('/product/v1/rank/topSelling', {
      filter: { region: 'US', date_info: JUNE },
      pagesize: 100,
    });
    const rows = await fetched(url);
    expect(rows).toHaveLength(total);
    const shown = ({ rank, product_id, usd_gmv, ...row }: Row) => [
      ...[rank, usd_gmv].map(String),
      ...[product_id, within(row, 'product')['title'] ?? row['product.title']],
    ];
    expect(rows.slice(0, list.length).map(shown)).toEqual(list.map(shown));

    // The newest month when it is fetched; the days of the list without the rule.
    const requestOf = async (): Promise<string> => {
      await dialog.getByLabel(valid).selectOption('7');
      const inDialog = dialog.getByRole('textbox');
      await inDialog.waitFor();
      return inDialog.inputValue();
    };
    const following = await requestOf();
    await dialog.getByRole('checkbox').uncheck();
    const fixed = await requestOf();
    expect(following).not.toBe(fixed);
    expect(await fetched(following)).toEqual(rows);
    expect(await fetched(fixed)).toEqual(rows);
  });

  it('keep the digits of ids in spreadsheets unless plain CSV is chosen, and end with Escape', async () => {
    const explorer = await startSettled('?view=products&region=GB');
    const { page } = explorer;
    await page.getByRole('button', { name: 'Export all rows' }).first().click();
    await page.getByRole('button', { name: 'Copy link for spreadsheets' }).click();
    const dialog = page.getByRole('dialog');
    const url = await dialog.getByRole('textbox').inputValue();
    const text = await (await fetch(url)).text();
    expect(text).toMatch(/\r\n"=""1\d{18}"""/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('are not offered to a token without the scope', async () => {
    const token = await app().tokens.create(`no-export-${app().tokenName}`, ['product'], null);
    const explorer = await startSettled('?view=products', { token });
    const usage = explorer.page.waitForResponse(/v1\/usage/);
    await explorer.page.getByRole('button', { name: 'Export all rows' }).first().click();
    expect(await (await usage).json()).toMatchObject({ data: { links: false } });
    await explorer.page.evaluate('new Promise(requestAnimationFrame)');
    expect(await explorer.page.getByRole('button', { name: 'Copy link for spreadsheets' }).count()).toBe(0);
  });
});
