import { Inject, Injectable } from '@nestjs/common';
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
  protected readonly staleMs = 900;

  /** @param config memory for lists; 0 keeps none */
  constructor(watch: DataVersionWatch, @Inject(CONFIG) { listsBytes }: Pick<Config, 'listsBytes'>) {
    super(watch, listsBytes, listsBytes / LARGEST_PART);
  }

  /** The list kept for the key, or the one that `make` returns. @throws what `make` throws */
  remember<List extends Sized>(key: string, make: () => Promise<List>): Promise<List> {
    return this.findOrMake(key, make) as Promise<List>;
  }

  protected sizeOf({ bytes }: Sized): number {
    return bytes;
  }
}
