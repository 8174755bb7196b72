/** The help of each object of `own-document`, in its order; empty for none. The build writes this module anew. */
export const HELP: readonly string[] = [];
