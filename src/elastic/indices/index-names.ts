import type { IndexKind } from '../../documents/index-kind.js';
import { INDEX_KINDS } from '../../documents/index-kind.js';

/** Names of aliases and physical indices: the prefix of the environment in front of each. */
export class IndexNames {
  constructor(private readonly prefix: string) {}

  /** The alias of every kind: a pattern would match the indices of a longer prefix as well. */
  get aliases(): string[] {
    return INDEX_KINDS.map((kind) => this.alias(kind));
  }

  /** What readers and writers use: `commerce-videos`. */
  alias(kind: IndexKind): string {
    return `${this.prefix}${kind}`;
  }

  /** A new physical index behind the alias: `commerce-videos-v1-20260630t120000123z`. */
  physical(kind: IndexKind, version: number, createdAt: Date): string {
    const stamp = createdAt.toISOString().replace(/[-:.]/g, '').toLowerCase();
    return `${this.alias(kind)}-v${version}-${stamp}`;
  }

  /** Matches every physical index of the kind, and none of a kind or prefix whose name begins alike. */
  physicalPattern(kind: IndexKind): string {
    return `${this.alias(kind)}-v*,-${this.alias(kind)}-v*-v*`;
  }
}
