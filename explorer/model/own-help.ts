import type { OpenApi } from './open-api.js';

/** The same document as `own-document` with the help of its fields; the build writes this module anew. */
export const WITH_HELP: OpenApi = { paths: {}, components: { schemas: {} } };
