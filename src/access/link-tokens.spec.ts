import { createHmac } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { linkToken, openLink } from './link-tokens.js';

const SECRET = 'one secret that has 32 characters';
const OTHER = 'another secret of 32 characters…';
const FILE = 'us-products.csv';
const LINK = {
  operation: 'exportProducts',
  request: { filter: { region: 'US', product_id: ['1729000000000064722'] }, lang: 'ZH_CN', name: 'ลิปสติก' },
  name: 'analyst',
  nameMadeAt: 1_780_000_000,
  expiresAt: 1_790_000_000,
};

describe('the token of a link', () => {
  const token = linkToken(SECRET, FILE, LINK);
  const [content = '', signature = ''] = token.split('.');

  it('is opened by the secret that signed it, and by it while another one is in use', () => {
    expect(openLink([SECRET], token, FILE)).toEqual(LINK);
    expect(openLink([OTHER, SECRET], token, FILE)).toEqual(LINK);
    expect(openLink([OTHER], token, FILE)).toBeUndefined();
    expect(openLink([], token, FILE)).toBeUndefined();
  });

  it('holds the request, and a signature by HMAC-SHA-256 of it and the name of the file', () => {
    expect(JSON.parse(inflateRawSync(Buffer.from(content, 'base64url')).toString())).toContainEqual(LINK.request);
    const expected = createHmac('sha256', SECRET).update(`${content}/${FILE}`).digest('base64url');
    expect(signature).toBe(expected);
  });

  it('is not opened with any of its characters changed, cut, repeated or under another name', () => {
    const changed = [...token].map((character, at) => {
      const other = character === 'A' ? 'B' : 'A';
      return `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
    });
    const [others] = linkToken(OTHER, FILE, LINK).split('.');
    const forged = [
      ...changed,
      ...[1, 2, 10, content.length].map((length) => token.slice(0, -length)),
      ...['', '.', '..', content, `.${signature}`, `${content}.`, `${token}.`, `${token}=`, `${token}A`, `.${token}`],
      `${content}.${signature.slice(0, -1)}_`,
      `${content}.${Buffer.from(signature, 'base64url').toString('base64')}`,
      `${others}.${createHmac('sha256', '').update(`${content}/${FILE}`).digest('base64url')}`,
      linkToken(SECRET, 'us-products.parquet', LINK),
    ];
    expect(forged.filter((one) => openLink([SECRET, OTHER], one, FILE) !== undefined)).toEqual([]);
    expect(forged.length).toBeGreaterThan(200);
    for (const file of ['us-products.ndjson', 'us-products.CSV', '', `${FILE}/`]) {
      expect(openLink([SECRET], token, file)).toBeUndefined();
    }
  });
});
