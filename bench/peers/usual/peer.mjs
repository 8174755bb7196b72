import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startServer } from '../../pages/processes.mjs';
import { treeResidentBytes } from '../../pages/process-group.mjs';
import { costOf } from '../../pages/data-set.mjs';

const SCRIPT = join(import.meta.dirname, '..', '..', '..', 'dist', 'modules', 'bench', 'peers', 'usual', 'main.js');

/** A plain Nest application over the API's own indices, or over naive ones. */
const nestPeer = (name, title, settings, isNaive) => ({
  name,
  title,
  settings,
  missing: async () => undefined,
  async start({ set, node }) {
    const token = randomUUID();
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      ELASTICSEARCH_URL: node.url,
      INDEX_PREFIX: set.prefix,
      INDEX_DESIGN: name,
      TOKEN: token,
    };
    const server = await startServer(SCRIPT, env, [], '/health/live');
    server.token = token;
    return {
      server,
      ...(await costOf(node.client, set, isNaive)),
      residentBytes: () => treeResidentBytes(node.group) + treeResidentBytes(server.child.pid),
      cannot: {},
      close: () => server.end(),
    };
  },
});

const NEST = [
  [
    'Nest',
    'Express, the built-in ValidationPipe (transform, whitelist), a guard, an envelope interceptor, ClassSerializerInterceptor',
  ],
  ['Elasticsearch', 'the official client; one entity made of each _source'],
  ['NODE_ENV', 'production'],
];

export const usual = nestPeer('usual', 'usual Nest service', [...NEST, ['index and queries', "the API's own"]], false);

export const naive = nestPeer(
  'naive',
  'the same, naive index',
  [
    ...NEST,
    ['index', 'every field mapped, no index sort'],
    ['keywords', 'multi_match over three fields, fuzziness AUTO, and'],
  ],
  true,
);
