import { INDEX_KINDS, type IndexKind, type RetiredKind } from '../../common/record-kind.js';
import type { ElasticClient } from '../client/elastic-client.js';

export interface Cluster {
  readonly client: ElasticClient;
  readonly names: IndexNames;
}

export class IndexNames {
  constructor(private readonly prefix: string) {}

  /** The alias of every kind. A pattern would also match indices with a longer prefix. */
  get aliases(): string[] {
    return INDEX_KINDS.map((kind) => this.alias(kind));
  }

  /** The alias for reads and writes: `commerce-videos`. */
  alias(kind: IndexKind | RetiredKind): string {
    return `${this.prefix}${kind}`;
  }

  /** The name of a new physical index: `commerce-videos-v1-20260630t120000123z`. */
  physical(kind: IndexKind, version: number, createdAt: Date): string {
    const stamp = createdAt.toISOString().replace(/[-:.]/g, '').toLowerCase();
    return `${this.alias(kind)}-v${version}-${stamp}`;
  }

  /** Matches all physical indices of a kind, but not those of another kind or prefix that begins with the same name. */
  physicalPattern(kind: IndexKind | RetiredKind): string {
    return `${this.alias(kind)}-v*,-${this.alias(kind)}-v*-v*`;
  }
}
