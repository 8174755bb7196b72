import { inTurn } from './use-answer.js';

it('questions that wait for their turn run three at once, in their order, also after one that failed', async () => {
  const begun: number[] = [];
  const ends: ((isRight: boolean) => void)[] = [];
  const results = Array.from({ length: 6 }, (_, at) =>
    inTurn(
      () =>
        new Promise<number>((done, fail) => {
          begun.push(at);
          ends[at] = (isRight) => (isRight ? done(at) : fail(new Error('refused')));
        }),
    ).catch(() => -1),
  );
  const turn = (): Promise<void> => new Promise((next) => setTimeout(next));
  await turn();
  expect(begun).toEqual([0, 1, 2]);
  ends[1]?.(false);
  await turn();
  expect(begun).toEqual([0, 1, 2, 3]);
  ends.splice(0, 4).forEach((end) => end(true));
  await turn();
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  ends.splice(0).forEach((end) => end(true));
  expect(await Promise.all(results)).toEqual([0, -1, 2, 3, 4, 5]);
});
