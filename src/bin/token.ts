import { userInfo } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { parseLifetime } from '../access/token-lifetime.js';
import type { TokenDocument } from '../access/token-store.js';
import { TokenNameInUseError, TokenStore } from '../access/token-store.js';
import { ClusterReads } from '../elastic/client/cluster-reads.js';
import { ensureIndices } from '../elastic/indices/ensure-indices.js';
import type { Limits, Scope } from '../http/request/request-context.js';
import { SCOPES } from '../http/request/request-context.js';
import { CommandError, runCommand } from './process/command.js';
import { table } from './terminal/table.js';

const LIKE_ALL = 'RATE_LIMIT_* unless given, 0 for none';

interface CreateOptions extends Limits {
  readonly name?: string;
  readonly scopes: Scope[];
  /** Seconds. */
  readonly expires?: number;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Runs work on the tokens of the configured cluster; creates missing indices first. */
const withTokens = (work: (tokens: TokenStore) => Promise<void>): Promise<void> =>
  runCommand(async ({ config, client, names }) => {
    await ensureIndices(client, names, config.indexShards);
    await work(new TokenStore(client, names, new ClusterReads(client)));
  });

const program = new Command('token').description('Makes, lists and revokes the access tokens of the API.');

program
  .command('create')
  .description('Makes a token and prints it, once, alone on standard output.')
  .option('--name <name>', 'what it is called in lists and logs; your user name unless given', readName)
  .option('--scopes <scopes>', `what it opens, of ${SCOPES.join(',')}; all of them unless given`, readScopes, [
    ...SCOPES,
  ])
  .option('--expires <lifetime>', 'how long it works: 45s, 90m, 12h, 30d, 2w; for good unless given', readLifetime)
  .option('--per-second <count>', `most requests a second; ${LIKE_ALL}`, readCount)
  .option('--burst <count>', `requests beyond those in any ten seconds; ${LIKE_ALL}`, readCount)
  .option('--per-minute <count>', `most requests a minute; ${LIKE_ALL}`, readCount)
  .option('--per-day <count>', `most requests a day of UTC, in all processes together; ${LIKE_ALL}`, readCount)
  .action(({ name = ownName(), scopes, expires, ...limits }: CreateOptions) =>
    withTokens(async (tokens) =>
      console.log(await tokens.create(name, scopes, expires ?? null, limits).catch(explain)),
    ),
  );

program
  .command('list')
  .description('Lists the tokens by name; what they are is kept nowhere.')
  .action(() => withTokens(async (tokens) => console.log(describeTokens(await tokens.list()))));

program
  .command('revoke')
  .description('Ends the token of that name; every process refuses it within 5 seconds.')
  .requiredOption('--name <name>', 'its name', readName)
  .action(({ name }: { name: string }) =>
    withTokens(async (tokens) => {
      if ((await tokens.revoke(name)) === 0)
        throw new CommandError(`There is no token named "${name}" that still works.`);
      console.log(`Revoked ${name}.`);
    }),
  );

await program.parseAsync();

/** The name of the user who runs this, as a token may be called. */
function ownName(): string {
  try {
    return readName(userInfo().username);
  } catch {
    throw new CommandError('Name the token with --name: the name of your user is none that a token may have.');
  }
}

function readName(text: string): string {
  if (NAME.test(text)) return text;
  throw new InvalidArgumentError(
    'A name has 1 to 64 letters, digits, ".", "_" or "-" and begins with a letter or digit.',
  );
}

function readScopes(text: string): Scope[] {
  const scopes = text.split(',').map((scope) => scope.trim());
  const unknown = scopes.filter((scope) => !SCOPES.some((known) => known === scope));
  if (unknown.length > 0) throw new InvalidArgumentError(`"${unknown.join(', ')}" is not among ${SCOPES.join(', ')}.`);
  return SCOPES.filter((scope) => scopes.includes(scope));
}

function readCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 0 to 999999999.');
}

function readLifetime(text: string): number {
  try {
    return parseLifetime(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

function explain(error: unknown): never {
  throw error instanceof TokenNameInUseError ? new CommandError(error.message) : error;
}

function describeTokens(tokens: readonly TokenDocument[]): string {
  const day = (seconds: number | null, missing: string): string =>
    seconds === null ? missing : new Date(seconds * 1000).toISOString().replace('.000', '');
  const rows = tokens.map((token) => [
    token.name,
    token.scopes.join(','),
    day(token.created_at, ''),
    day(token.expires_at, 'never'),
    day(token.revoked_at, '-'),
    describeLimits(token.limits),
  ]);
  return table(['NAME', 'SCOPES', 'CREATED', 'EXPIRES', 'REVOKED', 'LIMITS'], rows);
}

function describeLimits({ perSecond, burst, perMinute, perDay }: Limits = {}): string {
  const parts = { second: perSecond, burst, minute: perMinute, day: perDay };
  const given = Object.entries(parts).flatMap(([name, count]) => (count === undefined ? [] : [`${name} ${count}`]));
  return given.join(', ') || '-';
}
