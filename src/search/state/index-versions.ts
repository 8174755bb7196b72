import type { IndexKind } from '../../documents/index-kind.js';
import { InternalFailure } from '../../errors/failure.js';
import { Inject, Injectable } from '@nestjs/common';
import { DataVersionWatch } from './data-watch.js';
import { IndexNames } from '../../elastic/indices/index-names.js';

/** Refuses searches of an index whose mapping version is not the service's: their answers would be wrong silently. */
@Injectable()
export class IndexVersions {
  constructor(
    @Inject(DataVersionWatch) private readonly watch: Pick<DataVersionWatch, 'lastSeen'>,
    private readonly names: IndexNames,
  ) {}

  /**
   * The alias of an index. Its mapping version is the one that the watch has seen last: only the first search waits for
   * it. When it can't be read, the search that follows fails for the same reason.
   * @throws InternalFailure (500) when the version is another one
   */
  async require(kind: IndexKind): Promise<string> {
    const seen = await this.watch.lastSeen().catch(() => undefined);
    const other = seen?.otherVersions.get(kind);
    if (other === undefined) return this.names.alias(kind);
    throw new InternalFailure('An index of the service has a mapping of another version.', { cause: new Error(other) });
  }
}
