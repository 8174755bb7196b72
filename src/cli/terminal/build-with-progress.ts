import { type BoardsBuilt, buildBoards, type BuildProgress } from '../../boards/build-boards.js';
import { BuildTarget } from '../../boards/build-target.js';
import type { BuildScope } from '../../boards/stale/stale-boards.js';
import { PERIOD_TYPES } from '../../common/period/period.js';
import type { CommandContext } from '../process/command.js';
import { Progress } from './progress.js';

const GIVE_UP_AFTER_MS = 120_000;
/** Replaced rows are kept for the deadline of a request and this time: clocks may differ by a minute. */
const KEEP_BEYOND_DEADLINE_MS = 120_000;

const STEPS = {
  look: 'searching for stale rankings',
  publish: 'publishing',
  tidy: 'removing replaced rows',
} as const satisfies Record<Exclude<BuildProgress['step'], 'compute'>, string>;

/** All rankings that have facts. */
export const EVERY_BOARD: BuildScope = { types: PERIOD_TYPES, days: {} };

export type BuildContext = Pick<CommandContext, 'config' | 'client' | 'names'> & { readonly signal?: AbortSignal };

export const buildTargetOf = ({ client, names, signal }: BuildContext): BuildTarget =>
  new BuildTarget(client, names, { giveUpAfterMs: GIVE_UP_AFTER_MS, signal });

/** Rebuilds stale rankings and shows the progress. @throws WorkFailure; the rankings are unchanged then */
export async function buildWithProgress(
  context: BuildContext,
  scope: BuildScope = EVERY_BOARD,
  output: NodeJS.WriteStream = process.stdout,
): Promise<BoardsBuilt> {
  const progress = new Progress('Building rankings', output);
  const built = await buildBoards(buildTargetOf(context), {
    scope,
    keepMs: context.config.requestTimeoutMs + KEEP_BEYOND_DEADLINE_MS,
    onProgress: ({ step, facts, factsInAll }) => {
      if (step === 'compute') progress.advance(facts, 'facts', facts / factsInAll);
      else progress.update(STEPS[step]);
    },
  });
  progress.done();
  return built;
}
