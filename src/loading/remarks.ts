import type { Origin } from './load-item.js';

/** Counts what was noticed about loaded values, with the first example of each. */
export class Remarks {
  private readonly found = new Map<string, { count: number; readonly example: string }>();

  /** @param remark ends a sentence that begins with the count: `texts were read as numbers` */
  add(remark: string, example: string, { file, line }: Pick<Origin, 'file' | 'line'>): void {
    const known = this.found.get(remark);
    if (known === undefined) this.found.set(remark, { count: 1, example: `${example} (${file}:${line})` });
    else known.count += 1;
  }

  describe(): string[] {
    return [...this.found].map(
      ([remark, { count, example }]) => `${count.toLocaleString('en-US')} ${remark}, such as ${example}.`,
    );
  }
}
