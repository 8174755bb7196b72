import { setTimeout as sleep } from 'node:timers/promises';

/** Looks again and again until it is so; the time limit of the test is the only one. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(10);
}
