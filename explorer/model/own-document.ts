import type { OpenApi } from './open-api.js';

/** The part of the OpenAPI document that the explorer reads; `tools/build/explorer.mjs` writes this module anew. */
export const OPEN_API: OpenApi = { paths: {}, components: { schemas: {} } };
