import type { Client } from '@elastic/elasticsearch';
import type { ClusterReads, TryOptions } from '../client/cluster-reads.js';
import type { IndexKind } from '../../documents/index-kind.js';
import { InternalFailure } from '../../errors/failure.js';
import { readIndexDefinition } from './index-definition.js';
import type { IndexNames } from './index-names.js';
import { RefreshedCache } from '../state/refreshed-cache.js';

const CHECKED_FOR_MS = 5000;

interface Check {
  readonly alias: string;
  /** The mapping version behind the alias; null when the mapping has none. */
  readonly found: unknown;
}

/** Refuses to read an index whose mapping is of another version than the service's: its answers would be wrong silently. */
export class IndexVersions {
  private readonly checks = new RefreshedCache((kind: IndexKind) => this.read(kind), CHECKED_FOR_MS);
  private readonly wanted = new Map<IndexKind, number>();

  constructor(
    private readonly client: Client,
    private readonly reads: ClusterReads,
    private readonly names: IndexNames,
    private readonly timeoutMs: number,
  ) {}

  /**
   * Looks at the mapping behind an alias, every five seconds at most and without holding up a search after the first time.
   * What can't be read is left to the search that follows, which meets the same trouble and says which.
   * @returns the alias
   * @throws InternalFailure (500) when the version is another one
   */
  async require(kind: IndexKind): Promise<string> {
    const check = await this.checks.get(kind).catch(() => undefined);
    if (check === undefined) return this.names.alias(kind);
    const wanted = this.wantedVersion(kind);
    if (check.found === wanted) return check.alias;
    throw new InternalFailure('An index of the service has a mapping of another version.', {
      cause: new Error(`${check.alias} has mapping version ${JSON.stringify(check.found)}, not ${wanted}.`),
    });
  }

  /** Looks at the mappings anew that were looked at before; what can't be read stays as it was. */
  async refresh(): Promise<void> {
    await this.checks.refresh().catch(() => undefined);
  }

  private async read(kind: IndexKind): Promise<Check> {
    const alias = this.names.alias(kind);
    const { timeoutMs } = this;
    const getMapping = (options: TryOptions) => this.client.indices.getMapping({ index: alias }, options);
    const mappings = await this.reads.run(kind, getMapping, { timeoutMs });
    const [index] = Object.values(mappings);
    return { alias, found: (index?.mappings._meta?.version as unknown) ?? null };
  }

  private wantedVersion(kind: IndexKind): number {
    const known = this.wanted.get(kind);
    if (known !== undefined) return known;
    const { version } = readIndexDefinition(kind);
    this.wanted.set(kind, version);
    return version;
  }
}
