import type { RecordKind } from '../common/record-kind.js';
import type { LoadMode } from './load-item.js';
import type { Input, ReadOptions } from './reading/input.js';
import type { RejectsFile } from './rejects-file.js';

/** What a load reads, and what it makes of it. */
export interface LoadRequest {
  readonly kind: RecordKind;
  readonly mode: LoadMode;
  /** An update adds the records that are not stored. */
  readonly add?: boolean;
  /** A merge empties the fields that its lines lack. */
  readonly whole?: boolean;
  readonly inputs: readonly Input[];
  readonly reading?: ReadOptions;
  readonly rejects: RejectsFile;
  /** Number of previous index builds kept after a replacement. */
  readonly keep: number;
}
