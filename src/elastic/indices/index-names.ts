import type { IndexKind } from '../../documents/index-kind.js';

/** Names of aliases and physical indices: the prefix of the environment in front of each. */
export class IndexNames {
  constructor(private readonly prefix: string) {}

  /** Matches every index of the service. */
  get everything(): string {
    return `${this.prefix}*`;
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

  /** Matches every physical index of the kind, and none of a kind whose name begins alike. */
  physicalPattern(kind: IndexKind): string {
    return `${this.alias(kind)}-v*`;
  }
}
