import type { toVideoDocument } from './video.record.js';

/** A document of the `videos` index, as its mapper makes it. */
export type VideoDocument = ReturnType<typeof toVideoDocument>;
