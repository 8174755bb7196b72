import type { Logger } from 'pino';

const LONGEST_END_MS = 15_000;

/**
 * Ends the process with status 1 at the first uncaught exception or rejection, and writes it to standard error and the
 * log: the state of the process can't be trusted any more. `end` cleans up and must be quick.
 */
export function endAtUncaught(logger: Logger, end: () => Promise<void>): void {
  process.once('uncaughtException', (error, origin) => {
    console.error(error);
    logger.fatal({ err: error, origin }, 'The service ends after an uncaught exception or rejection');
    setTimeout(() => process.exit(1), LONGEST_END_MS).unref();
    void end().finally(() => process.exit(1));
  });
}
