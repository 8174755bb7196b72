import { setTimeout as sleep } from 'node:timers/promises';
import { BusyLoop } from './busy-loop.js';

const work = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;) continue;
};

describe('BusyLoop', () => {
  it('is busy after a moment of nothing but work, and no more after a rest', async () => {
    const loop = new BusyLoop();
    const rest = async (): Promise<void> => {
      while (loop.isBusy) await sleep(50);
    };
    await rest();
    await sleep(0);
    work(200);
    expect(loop.isBusy).toBe(true);
    await rest();
  });
});
