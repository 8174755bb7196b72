import type { toLiveDocument } from './live.record.js';

/** A document of the `lives` index, as its mapper makes it. */
export type LiveDocument = ReturnType<typeof toLiveDocument>;
