import { closeSync, openSync } from 'node:fs';
import { userInfo } from 'node:os';
import { jest } from '@jest/globals';
import { SCOPES } from '../../src/common/access-token.js';
import { type Ended, startCommand } from '../loading/load-suite.js';
import { elasticsearchUrl, testApp } from '../support/app.js';
import { FaultProxy } from '../support/fault-proxy.js';

describe('npm run token', () => {
  const service = testApp(() => ({ name: 'token-command' }));

  const run = (...parameters: string[]): Promise<Ended> => runOver(elasticsearchUrl(), ...parameters);
  const runOver = (url: string, ...parameters: string[]): Promise<Ended> =>
    startCommand('token', parameters, { ...setting(), url }).ended;
  const setting = () => ({ prefix: service.config.indexPrefix, cwd: import.meta.dirname });
  const statusOf = async (path: string, token: string): Promise<number> =>
    (await service.api.withToken(token).post(path)).status;

  /** The times in a token's line of the list: its making, and its end if it was revoked. */
  const timesOf = (name: string, { stdout }: Ended): string[] => {
    const line = stdout.split('\n').find((text) => text.startsWith(`${name} `)) ?? '';
    return line.match(/\d{4}-\d\d-\d\dT/g) ?? [];
  };

  it('makes a token of every scope unless told otherwise, and prints nothing else', async () => {
    const { status, stdout } = await run('create', '--name', 'every');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^cas_[A-Za-z0-9_-]{43}\n$/);
    const [kept] = (await service.tokens.list()).filter(({ name }) => name === 'every');
    expect(kept).toMatchObject({ scopes: SCOPES });
    expect((kept?.expires_at ?? 0) - (kept?.created_at ?? 0)).toBe(365 * 86_400);
    expect(await statusOf('/product/v1/search', stdout.trim())).toBe(200);
  });

  it('ends with a line for log stores when it changes something, whether it succeeds or not', async () => {
    const logged = async (...parameters: string[]): Promise<unknown[]> => {
      const environment = { LOG_LEVEL: 'info' };
      const { stderr } = await startCommand('token', parameters, { ...setting(), url: elasticsearchUrl(), environment })
        .ended;
      return stderr.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as unknown] : []));
    };
    const line = { level: 'info', audit: true, uid: process.getuid?.() };
    const revoke = { ...line, command: 'token revoke', arguments: [], options: { name: 'logged' } };
    expect(await logged('revoke', '--name', 'logged')).toEqual([expect.objectContaining({ ...revoke, status: 1 })]);
    const created = await logged('create', '--name', 'logged', '--scopes', 'live');
    expect(created).toMatchObject([{ ...line, command: 'token create', options: { scopes: ['live'] }, status: 0 }]);
    expect(JSON.stringify(created)).not.toContain('cas_');
    expect(await logged('list')).toEqual([]);
    expect(await logged('revoke', '--name', 'logged')).toMatchObject([{ ...revoke, status: 0 }]);
  });

  it('calls a token as its user is called unless told otherwise', async () => {
    expect((await run('create')).stdout).toMatch(/^cas_[A-Za-z0-9_-]{43}\n$/);
    expect((await service.tokens.list()).map(({ name }) => name)).toContain(userInfo().username);
    const { username } = userInfo();
    expect((await run('create')).stderr).toBe(
      `A token named "${username}" is in use; rotate or revoke it, or choose another name with --name.\n`,
    );
  });

  it('makes one of the scopes and the lifetime it is told, which opens nothing else', async () => {
    const { stdout } = await run('create', '--name', 'narrow', '--scopes', 'live,ranking', '--expires', '12h');
    expect(await statusOf('/live/v1/search', stdout.trim())).toBe(200);
    expect(await statusOf('/product/v1/search', stdout.trim())).toBe(403);
    const [kept] = (await service.tokens.list()).filter(({ name }) => name === 'narrow');
    expect(kept?.scopes).toEqual(['live', 'ranking']);
    expect((kept?.expires_at ?? 0) - (kept?.created_at ?? 0)).toBe(12 * 3600);
  });

  it.each([
    ['token', ['list']],
    ['doctor', ['--json']],
    ['indices', ['list']],
  ] as const)('ends with 1 when its output can’t be written: %s %j', async (name, parameters) => {
    const output = openSync('/dev/full', 'w');
    const ended = await startCommand(name, parameters, {
      url: elasticsearchUrl(),
      prefix: service.config.indexPrefix,
      cwd: import.meta.dirname,
      output,
    }).ended.finally(() => closeSync(output));
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain('The output can’t be written: ENOSPC');
  });

  it('lists tokens without what they are, and revokes one by its name', async () => {
    const token = (await run('create', '--name', 'short', '--no-expiry')).stdout.trim();
    const listed = await run('list');
    expect(listed.stdout).toMatch(/^short +video,product,live,ranking,export .*\bnever\b/m);
    expect(timesOf('short', listed)).toHaveLength(1);
    expect(listed.stdout).not.toContain(token);
    expect((await run('revoke', '--name', 'short')).stdout).toBe('Revoked short.\n');
    expect(timesOf('short', await run('list'))).toHaveLength(2);
    expect(await statusOf('/live/v1/search', token)).toBe(401);
    const again = await run('revoke', '--name', 'short');
    expect([again.status, again.stderr]).toEqual([1, 'There is no valid token named "short".\n']);
  });

  it('lists tokens as JSON, and none that ended more than 30 days ago', async () => {
    const now = Math.floor(Date.now() / 1000);
    const ends = [
      ['left-expired', now - 30 * 86_400 - 60, null],
      ['left-revoked', null, now - 30 * 86_400 - 60],
      ['shown-expired', now - 30 * 86_400 + 600, null],
      ['shown-revoked', now + 600, now - 30 * 86_400 + 600],
    ] as const;
    const documents = ends.map(([name, expires_at, revoked_at]) => {
      return { name, hash: 'f'.repeat(64), scopes: ['live'], created_at: 1, expires_at, revoked_at };
    });
    const index = service.names.alias('tokens');
    for (const document of documents) await service.elasticsearch.index({ index, document, refresh: true });
    const { stdout } = await run('list', '--json');
    const listed = JSON.parse(stdout) as { name: string }[];
    expect(listed.filter(({ name }) => /^(?:left|shown)-/.test(name))).toEqual(
      documents.slice(2).map(({ hash, ...document }) => (expect(stdout).not.toContain(hash), document)),
    );
    expect((await run('list')).stdout.match(/^(?:left|shown)-\w+/gm)).toEqual(['shown-expired', 'shown-revoked']);
  });

  it('rotates one by its name: both work during the overlap, then only the new one', async () => {
    const before = (await run('create', '--name', 'turned', '--scopes', 'live', '--per-minute', '5000')).stdout.trim();
    const after = (await run('rotate', 'turned', '--overlap', '1h', '--expires', '1w')).stdout.trim();
    expect(after).toMatch(/^cas_/);
    expect(after).not.toBe(before);
    expect(await Promise.all([before, after].map((token) => statusOf('/live/v1/search', token)))).toEqual([200, 200]);
    expect(await statusOf('/product/v1/search', after)).toBe(403);
    const kept = (await service.tokens.list()).filter(({ name }) => name === 'turned');
    expect(kept.map(({ scopes, limits }) => ({ scopes, limits }))).toEqual(
      Array.from({ length: 2 }, () => ({ scopes: ['live'], limits: { perMinute: 5000 } })),
    );
    const now = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 3601 * 1000);
    const later = await Promise.all([before, after].map((token) => statusOf('/live/v1/search', token)));
    clock.mockRestore();
    expect(later).toEqual([401, 200]);
    expect((await run('revoke', '--name', 'turned')).status).toBe(0);
    const again = await run('rotate', 'turned');
    expect([again.status, again.stderr]).toEqual([1, 'There is no valid token named "turned".\n']);
  });

  it.each([
    [['create', '--name', 'x', '--expires', '1d', '--no-expiry'], "option '--no-expiry' cannot be used with"],
    [['rotate'], "missing required argument 'name'"],
    [['create', '--name', 'two words'], 'A name has 1 to 64 letters'],
    [['create', '--name', 'x', '--scopes', 'vidoe'], '"vidoe" is not one of video, product, live, ranking, export.'],
    [['create', '--name', 'x', '--expires', 'soon'], "option '--expires <lifetime>' argument 'soon' is invalid."],
    [['create', '--name', 'tests'], 'A token named "tests" is in use'],
  ])('ends with 1 and a plain message: %j', async (parameters, message) => {
    const { status, stdout, stderr } = await run(...parameters);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });

  it.each([
    [401, /^Elasticsearch refuses the credentials \(401\): check ELASTICSEARCH_USERNAME/],
    [403, /^Elasticsearch denies the user a privilege \(403\): /],
  ])('says so when Elasticsearch does not let it in: %d', async (status, message) => {
    const proxy = await FaultProxy.start(elasticsearchUrl());
    proxy.fault = { kind: 'answer', status };
    const ended = await runOver(proxy.url, 'list').finally(() => proxy.down());
    expect(ended).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(message) as unknown });
    expect(ended.stderr).not.toMatch(/^ {4}at /m);
  });
});
