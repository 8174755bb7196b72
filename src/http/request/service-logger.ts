import type { LoggerService } from '@nestjs/common';
import type { DestinationStream, Logger } from 'pino';
import { pino } from 'pino';
import type { LogLevel } from '../../config/config.js';

/** Lines are written together: a system call for each would take a twentieth of a request's time. */
const WRITTEN_TOGETHER_BYTES = 4096;
const WRITTEN_AFTER_MS = 200;

/** Standard output, each line at most a fifth of a second late; what is left is written when the process exits. */
const standardOutput = (): DestinationStream =>
  pino.destination({ dest: 1, sync: false, minLength: WRITTEN_TOGETHER_BYTES, periodicFlush: WRITTEN_AFTER_MS });

/** The service's log: one JSON object per line, on standard output unless told otherwise. */
export function createServiceLogger(level: LogLevel, destination: DestinationStream = standardOutput()): Logger {
  return pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    destination,
  );
}

interface DescribedError {
  type: string;
  message: string;
  stack?: string;
  cause?: DescribedError;
}

const MOST_CAUSES = 5;

/** An error as logged: kind, text, stack and causes; never its other properties, which may hold requests and credentials. */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  return {
    type: error.constructor.name,
    message: error.message,
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(error.cause !== undefined && depth < MOST_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** Nest's own messages as lines of the service's log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  error(message: unknown, ...details: unknown[]): void {
    this.logger.error({ details }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }
}
