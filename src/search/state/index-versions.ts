import type { IndexKind } from '../../documents/index-kind.js';
import { InternalFailure } from '../../errors/failure.js';
import type { DataVersionWatch } from './data-watch.js';
import type { IndexNames } from '../../elastic/indices/index-names.js';

/** Refuses to read an index whose mapping is of another version than the service's: its answers would be wrong silently. */
export class IndexVersions {
  constructor(
    private readonly watch: Pick<DataVersionWatch, 'lastSeen'>,
    private readonly names: IndexNames,
  ) {}

  /**
   * Looks at what the watch has seen of the mapping behind an alias, without holding up a search after the first look.
   * What can't be read is left to the search that follows, which meets the same trouble and says which.
   * @returns the alias
   * @throws InternalFailure (500) when the version is another one
   */
  async require(kind: IndexKind): Promise<string> {
    const seen = await this.watch.lastSeen().catch(() => undefined);
    const other = seen?.otherVersions.get(kind);
    if (other === undefined) return this.names.alias(kind);
    throw new InternalFailure('An index of the service has a mapping of another version.', { cause: new Error(other) });
  }
}
