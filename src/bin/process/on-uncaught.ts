import type { Logger } from 'pino';

const LONGEST_END_MS = 15_000;

/**
 * Ends the process with status 1 at the first exception or rejection that nobody caught: told on standard error and in
 * the log, as what the process holds can't be trusted any more. `end` tidies up what it started, and may not take long.
 */
export function endAtUncaught(logger: Logger, end: () => Promise<void>): void {
  process.once('uncaughtException', (error, origin) => {
    console.error(error);
    logger.fatal({ err: error, origin }, 'The service ends: nobody caught this');
    setTimeout(() => process.exit(1), LONGEST_END_MS).unref();
    void end().finally(() => process.exit(1));
  });
}
