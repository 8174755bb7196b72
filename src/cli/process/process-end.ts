import type { Logger } from 'pino';

export type EndSignal = 'SIGINT' | 'SIGTERM';

const PARENT_CHECK_EVERY_MS = 300;
const LONGEST_END_MS = 15_000;

/**
 * Calls back once, at the first SIGINT or SIGTERM. npm does not pass SIGTERM on, so the end of npm counts as SIGTERM.
 */
export function onEnd(callback: (signal: EndSignal) => void): void {
  let ended = false;
  const end = (signal: EndSignal): void => {
    if (ended) return;
    ended = true;
    callback(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(signal));
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end('SIGTERM');
  }, PARENT_CHECK_EVERY_MS).unref();
}

/**
 * Ends the process with status 1 at the first uncaught exception or rejection, because its state is unknown then. Writes
 * the error to standard error and the log.
 * @param end cleans up
 */
export function endAtUncaught(logger: Logger, end: () => Promise<void>): void {
  process.once('uncaughtException', (error, origin) => {
    console.error(error);
    logger.fatal({ err: error, origin }, 'The service ends after an uncaught exception or rejection');
    setTimeout(() => process.exit(1), LONGEST_END_MS).unref();
    void end().finally(() => process.exit(1));
  });
}
