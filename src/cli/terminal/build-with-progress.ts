import { buildBoards } from '../../boards/build-boards.js';
import type { BoardsBuilt, BuildProgress } from '../../boards/build-boards.js';
import { BuildTarget } from '../../boards/build-target.js';
import type { BuildScope } from '../../boards/stale/stale-boards.js';
import { PERIOD_TYPES } from '../../common/period/period.js';
import type { CommandContext } from '../process/command.js';
import { Progress } from './progress.js';

const GIVE_UP_AFTER_MS = 120_000;
/** Replaced rows are kept for the deadline of a request and this time: clocks may differ by a minute. */
const KEEP_BEYOND_DEADLINE_MS = 120_000;

/** All rankings that have facts. */
export const EVERY_BOARD: BuildScope = { types: PERIOD_TYPES, days: {} };

/** The context that a build needs. */
export type BuildContext = Pick<CommandContext, 'config' | 'client' | 'names'> & { readonly signal?: AbortSignal };

/** The target of a build for the context of a command. */
export const buildTargetOf = ({ client, names, signal }: BuildContext): BuildTarget =>
  new BuildTarget(client, names, { giveUpAfterMs: GIVE_UP_AFTER_MS, signal });

/**
 * Rebuilds stale rankings and shows the progress.
 * @throws WorkFailure; the rankings are unchanged then
 */
export async function buildWithProgress(
  context: BuildContext,
  scope: BuildScope = EVERY_BOARD,
  output: NodeJS.WriteStream = process.stdout,
): Promise<BoardsBuilt> {
  const progress = new Progress('Building rankings', output);
  const startedAt = performance.now();
  const built = await buildBoards(buildTargetOf(context), {
    scope,
    keepMs: context.config.requestTimeoutMs + KEEP_BEYOND_DEADLINE_MS,
    onProgress: (state) => progress.update(describe(state, performance.now() - startedAt)),
  });
  progress.done();
  return built;
}

function describe({ step, facts, factsInAll, rows }: BuildProgress, elapsedMs: number): string {
  switch (step) {
    case 'look':
      return 'searching for stale rankings';
    case 'publish':
      return 'publishing';
    case 'tidy':
      return 'removing replaced rows';
    case 'compute': {
      const left = facts === 0 ? '?' : Math.ceil(((elapsedMs / facts) * (factsInAll - facts)) / 1000);
      const shown = [facts, factsInAll, rows].map((count) => count.toLocaleString('en-US'));
      return `${shown[0]} of ${shown[1]} facts, ${shown[2]} rows, ${left} s left`;
    }
  }
}
