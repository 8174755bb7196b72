interface Batch<Item, Result> {
  readonly items: Item[];
  readonly results: Promise<readonly Result[]>;
}

/** Batches items: the first one runs at once, those that arrive during the pause after it run together. */
export class Batches<Item, Result> {
  private next: Batch<Item, Result> | undefined;
  private pause: Promise<unknown> = Promise.resolve();

  /** @param work returns a result for each item, in order. @param pauseAfter resolves when the next batch may begin */
  constructor(
    private readonly work: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly pauseAfter: (results: Promise<readonly Result[]>) => Promise<unknown>,
  ) {}

  /** The result of the item. @throws the error of its batch */
  async add(item: Item): Promise<Result> {
    const { items, results } = (this.next ??= this.gather());
    const position = items.push(item) - 1;
    return (await results)[position] as Result;
  }

  private gather(): Batch<Item, Result> {
    const items: Item[] = [];
    const results = this.pause.then(() => {
      this.next = undefined;
      const working = this.work(items);
      this.pause = this.pauseAfter(working);
      return working;
    });
    return { items, results };
  }
}
