interface Batch<Item, Result> {
  readonly items: Item[];
  readonly results: Promise<readonly Result[]>;
}

/** Does together what is asked for while it pauses: the first at once, what comes in the pause after it in one batch then. */
export class Batches<Item, Result> {
  /** The next batch, while it is gathered. */
  private next: Batch<Item, Result> | undefined;
  private pause: Promise<unknown> = Promise.resolve();

  /**
   * @param work returns a result for each item, in turn
   * @param pauseAfter lasts from the beginning of a batch until the next one may begin
   */
  constructor(
    private readonly work: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly pauseAfter: (results: Promise<readonly Result[]>) => Promise<unknown>,
  ) {}

  /** The result for that item. @throws what the work of its batch throws */
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
