import type { IndexKind } from '../../common/index-kind.js';
import { statusOf } from '../../elastic/client/elastic-error.js';
import { InternalFailure } from '../../common/errors/failure.js';
import { Inject, Injectable } from '@nestjs/common';
import { DataVersionWatch } from './data-watch.js';
import { IndexNames } from '../../elastic/indices/index-names.js';

/** Refuses searches of an index whose mapping version is not the service's: their answers would be wrong silently. */
@Injectable()
export class IndexVersions {
  constructor(
    @Inject(DataVersionWatch) private readonly watch: Pick<DataVersionWatch, 'lastSeen' | 'indexOf' | 'readAgain'>,
    private readonly names: IndexNames,
  ) {}

  /**
   * Returns the index of the data's version, or the alias before a version is known. Checks the mapping version that the
   * watch saw last; only the first search waits for it. When it can't be read, the search fails for the same reason.
   * @throws InternalFailure (500) when the version is another one
   */
  async require(kind: IndexKind): Promise<string> {
    const seen = await this.watch.lastSeen().catch(() => undefined);
    const other = seen?.otherVersions.get(kind);
    if (other === undefined) return this.watch.indexOf(kind) ?? this.names.alias(kind);
    throw new InternalFailure('An index of the service has a mapping of another version.', { cause: new Error(other) });
  }

  /**
   * Searches an index. When it was deleted after the alias moved on, searches the index of the data's present version, or
   * the alias.
   * @throws what the search throws
   */
  async search<Result>(kind: IndexKind, index: string, search: (index: string) => Promise<Result>): Promise<Result> {
    const alias = this.names.alias(kind);
    try {
      return await search(index);
    } catch (error) {
      if (index === alias || statusOf((error as Error).cause) !== 404) throw error;
      await this.watch.readAgain();
      const present = this.watch.indexOf(kind);
      return search(present === undefined || present === index ? alias : present);
    }
  }
}
