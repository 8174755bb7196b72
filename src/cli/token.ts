import { userInfo } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type TokenDocument, TokenStore } from '../access/token-store.js';
import { ClusterReads } from '../elastic/client/cluster-reads.js';
import { type Scope, SCOPES, type TokenLimits } from '../common/access-token.js';
import { audit, runCommand } from './process/command.js';
import { readCount, readLifetime } from './terminal/options.js';
import { table } from './terminal/output.js';
import { WorkFailure } from '../common/errors/failure.js';

const DEFAULT_LIMIT = 'default: RATE_LIMIT_*; 0 means no limit';

const YEAR_SECONDS = 365 * 86_400;
const DAY_SECONDS = 86_400;

interface Expiry {
  /** Seconds. */
  readonly expires: number;
  /** False with `--no-expiry`. */
  readonly expiry: boolean;
}

interface CreateOptions extends TokenLimits, Expiry {
  readonly name?: string;
  readonly scopes: Scope[];
}

const LIMITS = [
  ['perSecond', 'second'],
  ['burst', 'burst'],
  ['perMinute', 'minute'],
  ['perDay', 'day'],
] as const;

const EXPIRES = new Option('--expires <lifetime>', 'lifetime: 45s, 90m, 12h, 30d, 2w')
  .argParser(readLifetime)
  .default(YEAR_SECONDS, 'a year');
const NO_EXPIRY = new Option('--no-expiry', 'the token never expires').conflicts('expires');

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const withTokens = (work: (tokens: TokenStore) => Promise<void>): Promise<void> =>
  runCommand(async ({ client, names }) => {
    if (!(await client.indices.existsAlias({ name: names.alias('tokens') })))
      throw new WorkFailure('There are no indices yet. Run: npm run indices -- create');
    await work(new TokenStore(client, names, new ClusterReads(client)));
  });

const program = new Command('token').description('Creates, lists, rotates and revokes access tokens of the API.');

program
  .command('create')
  .description('Creates a token and prints it on standard output. It can’t be shown again.')
  .option('--name <name>', 'name in lists and logs (default: your user name)', readName)
  .option('--scopes <scopes>', `what it gives access to: ${SCOPES.join(',')} (default: all)`, readScopes, [...SCOPES])
  .addOption(EXPIRES)
  .addOption(NO_EXPIRY)
  .option('--per-second <count>', `maximum requests per second; ${DEFAULT_LIMIT}`, readCount)
  .option('--burst <count>', `further requests in any ten seconds; ${DEFAULT_LIMIT}`, readCount)
  .option('--per-minute <count>', `maximum requests per minute; ${DEFAULT_LIMIT}`, readCount)
  .option('--per-day <count>', `maximum requests per UTC day, for all processes together; ${DEFAULT_LIMIT}`, readCount)
  .action(({ name = ownName(), scopes, expires, expiry, ...limits }: CreateOptions) =>
    withTokens(async (tokens) => console.log(await tokens.create(name, scopes, expiry ? expires : null, limits))),
  );

program
  .command('rotate')
  .description('Creates another token with the scopes and limits of a name, and prints it. The one before ends later.')
  .argument('<name>', 'name of the token', readName)
  .option('--overlap <time>', 'how long the token before still works', readLifetime, DAY_SECONDS)
  .addOption(EXPIRES)
  .addOption(NO_EXPIRY)
  .action((name: string, { overlap, expires, expiry }: Expiry & { overlap: number }) =>
    withTokens(async (tokens) =>
      console.log((await tokens.rotate(name, expiry ? expires : null, overlap)) ?? failUnknown(name)),
    ),
  );

program
  .command('list')
  .description('Lists tokens by name, until 30 days after their end. Token values are not stored.')
  .option('--json', 'print the tokens as JSON; times are Unix seconds')
  .action(({ json }: { json?: true }) =>
    withTokens(async (tokens) => {
      const shownAfter = Date.now() / 1000 - 30 * DAY_SECONDS;
      const listed = (await tokens.list()).filter(
        ({ expires_at, revoked_at }) => Math.min(expires_at ?? Infinity, revoked_at ?? Infinity) > shownAfter,
      );
      console.log(
        json === true ? JSON.stringify(listed.map((token) => ({ ...token, hash: undefined }))) : describeTokens(listed),
      );
    }),
  );

program
  .command('revoke')
  .description('Revokes a token. Every process refuses it within 5 seconds.')
  .requiredOption('--name <name>', 'name of the token', readName)
  .action(({ name }: { name: string }) =>
    withTokens(async (tokens) => {
      if ((await tokens.revoke(name)) === 0) failUnknown(name);
      console.log(`Revoked ${name}.`);
    }),
  );

audit(program, 'create', 'rotate', 'revoke');
await program.parseAsync();

function failUnknown(name: string): never {
  throw new WorkFailure(`There is no valid token named "${name}".`);
}

function ownName(): string {
  try {
    return readName(userInfo().username);
  } catch {
    throw new WorkFailure('Name the token with --name: your user name is not valid as a name.');
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
  if (unknown.length > 0) throw new InvalidArgumentError(`"${unknown.join(', ')}" is not one of ${SCOPES.join(', ')}.`);
  return SCOPES.filter((scope) => scopes.includes(scope));
}

function describeTokens(tokens: readonly TokenDocument[]): string {
  const day = (seconds: number | null, missing: string): string =>
    seconds === null ? missing : new Date(seconds * 1000).toISOString().replace('.000', '');
  const rows = tokens.map(({ name, scopes, created_at, expires_at, revoked_at, limits = {} }) => [
    ...[name, scopes.join(',')],
    ...[day(created_at, ''), day(expires_at, 'never'), day(revoked_at, '-')],
    LIMITS.flatMap(([limit, title]) => (limits[limit] === undefined ? [] : [`${title} ${limits[limit]}`])).join(', ') ||
      '-',
  ]);
  return table(['NAME', 'SCOPES', 'CREATED', 'EXPIRES', 'REVOKED', 'LIMITS'], rows);
}
