import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { execute } from '../../tools/testing/python-package.js';
import { testApp } from '../support/app.js';
import { loadRecords } from '../support/load-records.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const office = await execute('soffice', ['--version']).then(
  ({ stdout }) => stdout.trim(),
  () => undefined,
);
if (office === undefined) {
  process.stderr.write(
    'Skipped: there is no LibreOffice (Debian: apt-get install --no-install-recommends libreoffice-calc).\n',
  );
}
const withOffice = office === undefined ? describe.skip : describe;

const IDS = ['1729000000000064723', '7491823746501928375', '0729000000000064721', '17'];

withOffice('links in LibreOffice', () => {
  const folder = temporaryFolder('spreadsheet');
  const products = IDS.map((product_id, at) => ({ product_id, title: `№ ${at}`, region: 'US' }));
  const service = testApp(() => ({ name: 'spreadsheet', load: loadRecords({ products }) }));

  /** The ids of a link's file, opened with the columns as they are and saved again. @param columns of its filter */
  async function openedIds(excel: boolean, columns = ''): Promise<string[]> {
    const request = { fields: ['product_id', 'title'], format: 'csv', excel };
    const made = await service.api.post<{ url: string }>('/v1/links', { operation: 'exportProducts', request });
    const name = `${excel ? 'excel' : 'csv'}-${columns.length}.csv`;
    await writeFile(join(folder, name), Buffer.from(await (await fetch(made.body.data.url)).arrayBuffer()));
    const filter = `--infilter=CSV:44,34,76,1,${columns}`;
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const converting = [
      '--headless',
      profile,
      filter,
      '--convert-to',
      'xlsx',
      '--outdir',
      join(folder, 'sheets'),
      name,
    ];
    await execute('soffice', converting, { cwd: folder });
    const sheet = join('sheets', name.replace('.csv', '.xlsx'));
    const saving = [
      '--headless',
      profile,
      '--convert-to',
      'csv:Text - txt - csv (StarCalc):44,34,76',
      '--outdir',
      'saved',
      sheet,
    ];
    await execute('soffice', saving, { cwd: folder });
    const saved = await readFile(join(folder, 'saved', name), 'utf8');
    const rows = parse<{ product_id: string; title: string }>(saved, { columns: true, bom: true });
    expect(rows.map(({ title }) => title).sort()).toEqual(IDS.map((_, at) => `№ ${at}`));
    return rows.map(({ product_id }) => product_id).sort();
  }

  it('keep the digits of ids with excel: true, which plain CSV loses', async () => {
    expect(await openedIds(true)).toEqual([...IDS].sort());
    const plain = await openedIds(false);
    expect(plain.filter((id) => IDS.includes(id))).toEqual(['17']);
  });

  it('keep them in plain CSV where the column is read as text', async () => {
    expect(await openedIds(false, '1/2')).toEqual([...IDS].sort());
  });
});
