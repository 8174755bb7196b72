import { setTimeout as sleep } from 'node:timers/promises';

type Seen<T> = T | undefined | false;

/** Looks again and again until there is something, for at most a minute and a half unless told otherwise. */
export async function eventually<T>(
  what: string,
  look: () => Seen<T> | Promise<Seen<T>>,
  withinMs = 90_000,
): Promise<T> {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (performance.now() > giveUpAt) throw new Error(`Waited in vain for ${what}.`);
    await sleep(50);
  }
}
