import type { Client } from '@elastic/elasticsearch';
import type { ClusterReads } from '../client/cluster-reads.js';
import type { IndexKind } from '../../documents/index-kind.js';
import { InternalFailure } from '../../errors/failure.js';
import { readIndexDefinition } from './index-definition.js';
import type { IndexNames } from './index-names.js';

const CHECKED_FOR_MS = 5000;

interface Check {
  /** The mapping version behind the alias; undefined when it could not be read. */
  readonly found: unknown;
  readonly checkedAt: number;
}

/** Refuses to read an index whose mapping is of another version than the service's: its answers would be wrong silently. */
export class IndexVersions {
  private readonly checks = new Map<IndexKind, Check>();
  private readonly reading = new Map<IndexKind, Promise<Check>>();
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
   * @throws InternalFailure (500) when the version is another one
   */
  async require(kind: IndexKind): Promise<void> {
    const kept = this.checks.get(kind);
    if (kept === undefined) return this.refuseOther(kind, await this.readOnce(kind));
    if (performance.now() - kept.checkedAt > CHECKED_FOR_MS) void this.readOnce(kind);
    this.refuseOther(kind, kept);
  }

  /** Looks at the mappings anew that were looked at before. */
  async refresh(): Promise<void> {
    await Promise.all([...this.checks.keys()].map((kind) => this.read(kind)));
  }

  private refuseOther(kind: IndexKind, { found }: Check): void {
    const wanted = this.wantedVersion(kind);
    if (found === undefined || found === wanted) return;
    throw new InternalFailure('An index of the service has a mapping of another version.', {
      cause: new Error(`${this.names.alias(kind)} has mapping version ${JSON.stringify(found)}, not ${wanted}.`),
    });
  }

  private readOnce(kind: IndexKind): Promise<Check> {
    const pending = this.reading.get(kind);
    if (pending !== undefined) return pending;
    const reading = this.read(kind).finally(() => this.reading.delete(kind));
    this.reading.set(kind, reading);
    return reading;
  }

  private async read(kind: IndexKind): Promise<Check> {
    const checkedAt = performance.now();
    try {
      const mappings = await this.reads.run(
        kind,
        (options) => this.client.indices.getMapping({ index: this.names.alias(kind) }, options),
        { timeoutMs: this.timeoutMs },
      );
      const [index] = Object.values(mappings);
      const check = { found: (index?.mappings._meta?.version as unknown) ?? null, checkedAt };
      this.checks.set(kind, check);
      return check;
    } catch {
      return { found: undefined, checkedAt };
    }
  }

  private wantedVersion(kind: IndexKind): number {
    const known = this.wanted.get(kind);
    if (known !== undefined) return known;
    const { version } = readIndexDefinition(kind);
    this.wanted.set(kind, version);
    return version;
  }
}
