import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { connectElasticsearch } from '../../dist/modules/src/bin/process/connect-elasticsearch.js';
import { nodeFolder } from '../../dist/modules/tools/embedded-node/data-directory.js';

/** What each run of a benchmark needs around its rounds. */
export const BOARDS = { periods: 52, creators: 2000 };
const WARM_UP = { roundSeconds: 4, least: 3, most: 15, grown: 1.03, connections: 32 };

/** A node of the benchmark's own, whose data stays; `elasticsearch` names a cluster instead of it. */
export async function startNode(elasticsearch) {
  if (elasticsearch !== undefined) {
    const connection = await connectElasticsearch({ kind: 'cluster', url: elasticsearch }, {});
    return { ...connection, url: elasticsearch };
  }
  const dataDir = await nodeFolder(join('.cache', 'bench-node'));
  const connection = await connectElasticsearch(
    { kind: 'embedded', port: 0, heap: '1g', dataDir },
    { node: 'own', environment: process.env, onProgress },
  );
  const state = JSON.parse(readFileSync(join(dataDir, 'node.json'), 'utf8'));
  return { ...connection, group: Number(state.node.split('@')[0]) };
}

/**
 * Rounds of all that is measured, in turn, until none of them gets faster: V8 and the JVM compile for minutes, and a
 * figure taken meanwhile tells of that alone.
 */
export async function warmUp(measure, targets, shapes) {
  const best = {};
  for (let number = 1; number <= WARM_UP.most; number += 1) {
    let steady = number > WARM_UP.least;
    for (const [name, target] of Object.entries(targets)) {
      onProgress(`warming up: ${name}, round ${number}`);
      const { roundSeconds: seconds, connections } = WARM_UP;
      const round = await measure.round({ shapes, ...target, connections, seconds });
      const rate = round.requests / round.seconds;
      const before = best[name] ?? 0;
      if (rate > WARM_UP.grown * before) steady = false;
      best[name] = Math.max(before, rate);
    }
    if (steady) return;
  }
}

/** Records of these kinds are needed: those of the searches that are measured. */
export const kindsOf = (shapes) => [
  ...new Set(shapes.filter(({ ranking }) => ranking === undefined).map(({ index }) => index)),
];

export function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** One line that tells what is under way. */
export function onProgress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
  else if (Date.now() - (onProgress.at ?? 0) > 5000) {
    onProgress.at = Date.now();
    process.stderr.write(`${text}\n`);
  }
}
onProgress.end = () => process.stderr.isTTY && process.stderr.write('\r\x1b[K');
