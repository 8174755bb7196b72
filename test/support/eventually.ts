import { setTimeout as sleep } from 'node:timers/promises';

type Seen<T> = T | undefined | false;

/** Looks again and again until there is something, for at most a minute and a half unless told otherwise. */
export async function eventually<T>(
  what: string,
  look: () => Seen<T> | Promise<Seen<T>>,
  withinMs = 90_000,
): Promise<T> {
  for (const giveUpAt = Date.now() + withinMs; Date.now() < giveUpAt; await sleep(20)) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
  }
  throw new Error(`Waited in vain for ${what}.`);
}
