import { e2e } from './jest.config.mjs';

/** The long proofs: minutes each, one at a time, against the real Elasticsearch at TEST_ELASTICSEARCH_URL. */
export default {
  ...e2e,
  displayName: 'proofs',
  testMatch: ['<rootDir>/test/**/*.proof-spec.ts'],
  testTimeout: 3_600_000,
};
