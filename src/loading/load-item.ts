import { shorten } from '../common/errors/failure.js';
import type { StoredRecord } from './load-kind.js';

/** `update` changes the fields that lines have, `delete` deletes the records that they name. */
export type LoadMode = 'merge' | 'replace' | 'update' | 'delete';

export interface Origin {
  readonly file: string;
  /** The first line is 1. */
  readonly line: number;
  /** The line unchanged, for the rejects file. */
  readonly text: string;
}

export interface LoadItem {
  /** Id of the document. Of items with equal ids the last one is stored. */
  readonly id: string;
  /** The document as JSON, in bytes: these lie outside the V8 heap. */
  readonly source: Buffer;
  /** The part of the document that Elasticsearch returns: all of it, unless the index excludes fields from `_source`. */
  readonly returned: Buffer;
  readonly origin: Origin;
  /** An earlier item with the same id, stored when this one is refused. */
  readonly replaces?: LoadItem;
}

export function toLoadItem({ id, document, returned }: StoredRecord, origin: Origin): LoadItem {
  const source = Buffer.from(JSON.stringify(document));
  const returnedSource = returned === document ? source : Buffer.from(JSON.stringify(returned));
  return { id, source, returned: returnedSource, origin };
}

/** Makes something of one line. Whatever it throws rejects that line alone. */
export function perLine<Made>(make: () => Made) {
  try {
    return make();
  } catch (error) {
    return { reasons: [`The line can’t be read: ${shorten((error as Error).message)}.`] };
  }
}

/** Counts what was noticed about loaded values, with the first example of each. */
export class Remarks {
  private readonly counted = new Map<string, { count: number; readonly example: string }>();

  /** @param remark a sentence without its stop, before the count: `texts were read as numbers` */
  add(remark: string, example: string, { file, line }: Pick<Origin, 'file' | 'line'>): void {
    const entry = this.counted.get(remark);
    if (entry === undefined) this.counted.set(remark, { count: 1, example: `${example} (${file}:${line})` });
    else entry.count += 1;
  }

  describe(): string[] {
    return [...this.counted].map(
      ([remark, { count, example }]) =>
        `${remark.charAt(0).toUpperCase()}${remark.slice(1)}: ${count.toLocaleString('en-US')}, such as ${example}.`,
    );
  }
}
