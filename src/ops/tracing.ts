import type { Logger } from 'pino';
import type { TracingConfig } from '../config/config.js';
import type { Traces } from './traces.js';

/** Traces where they are configured; OpenTelemetry is not even loaded where they are not. */
export class Tracing {
  constructor(readonly traces?: Traces) {}

  static async start(config: TracingConfig | undefined, logger: Logger): Promise<Tracing> {
    if (config === undefined) return new Tracing();
    const { Traces } = await import('./traces.js');
    return new Tracing(new Traces(config, logger));
  }

  /** Sends what is left, once the last request has been answered. */
  async close(): Promise<void> {
    await this.traces?.close();
  }
}
