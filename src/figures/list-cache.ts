import { Inject, Injectable } from '@nestjs/common';
import { requestScope } from '../common/request-scope.js';
import { type Config, CONFIG } from '../config/config.js';
import { DataCache } from '../search/data-cache.js';
import { DataVersionWatch } from '../search/state/data-watch.js';

/** A list, whose memory is known. */
export type Sized = Readonly<{ bytes: number }>;

/** A list that takes a larger part of the memory is not kept. */
const LARGEST_PART = 4;

/** Keeps the lists that pages of rankings are read from, until the data changes. */
@Injectable()
export class ListCache extends DataCache<Sized> {
  protected override readonly sizeOf = ({ bytes }: Sized, key: string): number => bytes + 2 * key.length;

  /** @param config memory for lists; 0 keeps none */
  constructor(watch: DataVersionWatch, @Inject(CONFIG) { listsBytes }: Pick<Config, 'listsBytes'>) {
    super(watch, listsBytes, listsBytes / LARGEST_PART);
  }

  /** The list kept for the key, or the one that `make` returns. @throws what `make` throws */
  remember<List extends Sized>(key: string, make: () => Promise<List>): Promise<List> {
    return (requestScope().useCache ? this.findOrMake(key, make) : make()) as Promise<List>;
  }
}
