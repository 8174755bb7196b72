import type { Scanned } from '../../elastic/client/point-in-time.js';

/** Ascending as Elasticsearch sorts keywords: by code point. */
export function compareKeywords(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === length) return a.length - b.length;
  const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
  const [leftAstral, rightAstral] = [isSurrogate(left), isSurrogate(right)];
  return leftAstral === rightAstral ? left - right : leftAstral ? 1 : -1;
}

/** Code points that UTF-16 writes with surrogates come after all others. */
const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** Documents grouped by an id, read page by page: at most one page is in memory. */
export class GroupedScan<Document> {
  private page: readonly Scanned<Document>[] = [];
  private at = 0;

  /** @param pages documents by id, ascending */
  constructor(
    private readonly pages: AsyncIterator<readonly Scanned<Document>[], void>,
    private readonly idOf: (document: Document) => string,
  ) {}

  /** The id of the next documents; undefined at the end. */
  async nextId(): Promise<string | undefined> {
    while (this.at >= this.page.length) {
      const next = await this.pages.next();
      if (next.done === true) return undefined;
      this.page = next.value;
      this.at = 0;
    }
    const next = this.page[this.at];
    return next && this.idOf(next._source);
  }

  /** The first document of an id, if there is one; earlier documents are skipped. */
  async find(id: string): Promise<Document | undefined> {
    for (;;) {
      const next = await this.nextId();
      if (next === undefined || compareKeywords(next, id) > 0) return undefined;
      if (next === id) return this.page[this.at]?._source;
      this.takeRun(next);
    }
  }

  /** The documents of an id if they are next, in one or more batches. */
  async *runsOf(id: string): AsyncGenerator<readonly Document[]> {
    while ((await this.nextId()) === id) yield this.takeRun(id);
  }

  private takeRun(id: string): readonly Document[] {
    const run: Document[] = [];
    for (;;) {
      const next = this.page[this.at]?._source;
      if (next === undefined || this.idOf(next) !== id) return run;
      run.push(next);
      this.at += 1;
    }
  }
}
