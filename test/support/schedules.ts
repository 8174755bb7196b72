import fc from 'fast-check';

/** Orders tried in one run. SCHEDULES sets another number, and then tries other orders in each run. */
const RUNS = process.env.SCHEDULES ?? '300';
/** `npm test` always tries the same orders. SCHEDULES_SEED replays those of a failure. */
const SEED = process.env.SCHEDULES_SEED ?? (process.env.SCHEDULES === undefined ? '1' : undefined);

/**
 * Runs a property under many orders of its asynchronous steps. A failure prints the shortest order found and its seed;
 * SCHEDULES_SEED replays it.
 * @param drawn values that differ from run to run
 * @param property schedules its steps, and throws when an order breaks a promise
 */
export async function inManyOrders<Drawn>(
  drawn: fc.Arbitrary<Drawn>,
  property: (scheduler: fc.Scheduler, values: Drawn) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty(fc.scheduler(), drawn, property), {
    numRuns: Number(RUNS),
    ...(SEED !== undefined && { seed: Number(SEED) }),
  });
}

/** Takes a named step: what follows it happens when the schedule says so. */
export const stepOf =
  (scheduler: fc.Scheduler) =>
  (name: string): Promise<void> =>
    scheduler.schedule(Promise.resolve(), name);
