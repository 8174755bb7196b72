import { Counter, Registry } from 'prom-client';
import type { LimitName } from '../http/limits.js';
import type { LimitObserver } from '../http/request-limits.js';

/** What the service counts and measures of itself, for Prometheus. */
export class Metrics implements LimitObserver {
  readonly registry = new Registry();

  private readonly refusals = this.counterByLimit();

  limited(limit: LimitName): void {
    this.refusals[limit].inc();
  }

  private counterByLimit() {
    const counter = new Counter({
      name: 'rate_limited_requests_total',
      help: 'Requests refused because a limit was passed: of a token by second, minute or day, or of guesses by address.',
      labelNames: ['limit'],
      registers: [this.registry],
    });
    const labels = (limit: LimitName) => counter.labels({ limit });
    return { second: labels('second'), minute: labels('minute'), day: labels('day'), guesses: labels('guesses') };
  }
}
