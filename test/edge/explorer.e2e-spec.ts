import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { testApp } from '../support/app.js';
import { expectError } from '../support/api-client.js';
import { askRaw } from '../support/raw-request.js';
import { emptyIndices } from '../support/shared-indices.js';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};
/** The path, name and type of the page and of each file that the build wrote. */
const FILES: readonly (readonly [path: string, file: string, type: string])[] = [
  ['/explore', 'page.html', 'text/html; charset=utf-8'],
  ...(existsSync('dist/public') ? readdirSync('dist/public') : [])
    .filter((name) => /\.(?:js|css|svg)$/.test(name))
    .map((name) => [`/explore/${name}`, name, TYPES[name.split('.').at(-1) ?? ''] ?? ''] as const),
];
/** Names of formats, which nothing loads: of XML and SVG, and of the parts of a spreadsheet. */
const NAME = /^http:\/\/(?:www\.w3\.org|schemas\.(?:openxmlformats\.org|microsoft\.com))\//;

const built = (file: string): Buffer => readFileSync(`dist/public/${file}`);

describe('/explore', () => {
  const service = testApp(() => {
    if (!existsSync('dist/public/page.html')) throw new Error('Build the explorer first: npm run build');
    const config = { explorerImages: ['https://pictures.example'], contact: 'Ask <b>data@example.com</b>, 数据团队.' };
    return { name: 'explorer', indices: emptyIndices(), config };
  });

  it.each(FILES)(
    'serves %s without a token: as it is, and compressed as the client takes it',
    async (path, file, type) => {
      const url = `${service.url}${path}`;
      const plain = await askRaw(url);
      expect([plain.status, plain.head['content-type'], plain.head['content-encoding']]).toEqual([
        200,
        type,
        undefined,
      ]);
      expect(plain.body.equals(built(file))).toBe(true);
      const brotli = await askRaw(url, { 'Accept-Encoding': 'gzip, deflate, br' });
      expect([brotli.status, brotli.head['content-encoding'], brotli.head.vary]).toEqual([
        200,
        'br',
        'Accept-Encoding',
      ]);
      expect(brotliDecompressSync(brotli.body).equals(built(file))).toBe(true);
      const gzip = await askRaw(url, { 'Accept-Encoding': 'gzip' });
      expect(gzip.head['content-encoding']).toBe('gzip');
      expect(gunzipSync(gzip.body).equals(built(file))).toBe(true);
    },
  );

  it.each(FILES)('answers 304 for %s to who has it as it is, else sends it', async (path) => {
    const url = `${service.url}${path}`;
    const { 'last-modified': modified = '', 'cache-control': cacheControl } = (await askRaw(url)).head;
    const isHashed = /-[\w-]{8}\.(?:js|css)$/.test(path);
    expect(cacheControl).toBe(isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    const again = await askRaw(url, { 'If-Modified-Since': modified });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const before = new Date(Date.parse(modified) - 1000).toUTCString();
    expect((await askRaw(url, { 'If-Modified-Since': before })).status).toBe(200);
  });

  it('runs only scripts and styles of its own, and is framed by nobody', async () => {
    const policy = String((await askRaw(`${service.url}/explore`)).head['content-security-policy']);
    expect(policy.split(';')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data: https://pictures.example",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy).not.toContain('unsafe');
  });

  it('holds no absolute address but names of formats, and those in the licences of its libraries', () => {
    for (const [, file] of FILES) {
      const addresses =
        built(file)
          .toString()
          .replace(/\/\*!.*?\*\//gs, '')
          .match(/https?:\/\/[^\s"'`<>)]+/g) ?? [];
      expect([file, addresses.filter((address) => !NAME.test(address))]).toEqual([file, []]);
    }
  });

  it('tells without a token whom to ask for one, as plain text', async () => {
    const { status, head, body } = await askRaw(`${service.url}/explore/contact`);
    expect([status, head['content-type'], body.toString()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'Ask <b>data@example.com</b>, 数据团队.',
    ]);
  });

  it('is where / leads, below whatever path a proxy adds', async () => {
    const { status, headers } = await service.api.fetch('/', { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([302, 'explore']);
  });

  it.each(['/explore/app.js', '/explore/page.html.br', '/explore/..%2fmain.js', '/explore/.built'])(
    'has no file at %s: 404',
    async (path) => {
      expectError(await service.api.send(path, { method: 'GET' }), 404, 20001);
    },
  );

  it('takes only GET', async () => {
    const answer = await service.api.withToken().post('/explore');
    expectError(answer, 405, 10001);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('EXPLORER=off', () => {
  const service = testApp(() => ({ name: 'no-explorer', indices: emptyIndices(), config: { explorer: false } }));

  it.each(['/', '/explore/contact', ...FILES.map(([path]) => path)])('leaves %s out: 404', async (path) => {
    expectError(await service.api.send(path, { method: 'GET' }), 404, 20001);
  });
});
