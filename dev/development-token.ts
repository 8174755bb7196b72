import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SCOPES } from '../src/common/access-token.js';
import { hashToken, isUsable, type TokenStore } from '../src/access/token-store.js';

const NAME = 'development';
const LOOK_UP_TIMEOUT_MS = 10_000;

/** Where the development token of a data directory is. */
const developmentTokenFile = (dataDir: string): string => join(dataDir, 'development-token');

/** Whether a file holds a valid token with every scope. */
async function opensEverything(store: TokenStore, file: string): Promise<boolean> {
  if (!existsSync(file)) return false;
  const hash = hashToken((await readFile(file, 'utf8')).trim());
  const [token] = await store.findAll([hash], LOOK_UP_TIMEOUT_MS);
  if (token === undefined || !isUsable(token, Date.now() / 1000)) return false;
  return SCOPES.every((scope) => token.scopes.includes(scope));
}

/** Puts a valid token with every scope into the data directory; returns its file, which only its owner may read. */
export async function ensureDevelopmentToken(store: TokenStore, dataDir: string): Promise<string> {
  const file = developmentTokenFile(dataDir);
  if (await opensEverything(store, file)) return file;
  await store.revoke(NAME);
  await writePrivately(file, await store.create(NAME, SCOPES, null));
  return file;
}

/** The secret that signs the links of a data directory; links live as long as it. */
export async function ensureLinkSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'link-secret');
  if (!existsSync(file)) await writePrivately(file, randomBytes(32).toString('base64url'));
  return (await readFile(file, 'utf8')).trim();
}

/** Writes a file whole, which only its owner may read. */
async function writePrivately(file: string, text: string): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, `${text}\n`, { mode: 0o600 });
  await rename(draft, file);
}
