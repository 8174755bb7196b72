import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Lines are written in batches: a system call per line would take a twentieth of a request's time. */
const BATCH_BYTES = 4096;
const FLUSH_EVERY_MS = 200;

/** The service's log: a JSON object per line on standard output, at most 200 ms late, and at once when the process exits. */
export function createServiceLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    destination ?? pino.destination({ dest: 1, sync: false, minLength: BATCH_BYTES, periodicFlush: FLUSH_EVERY_MS }),
  );
}

const MOST_CAUSES = 5;

/** An error as logged: type, text, stack and causes. Its other properties may hold requests and credentials. */
function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  return {
    type: error.constructor.name,
    message: error.message,
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(error.cause !== undefined && depth < MOST_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** The service's log for lines of Nest. */
export const nestLogger = (logger: Logger): LoggerService => ({
  log: (message: unknown, context?: string) => logger.debug({ context }, String(message)),
  error: (message: unknown, ...details: unknown[]) => logger.error({ details }, String(message)),
  warn: (message: unknown, context?: string) => logger.warn({ context }, String(message)),
});
