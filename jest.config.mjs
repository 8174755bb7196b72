const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['ts-jest', { useESM: true, tsconfig: 'tsconfig.json' }] },
};

export const e2e = { ...shared, displayName: 'e2e', testMatch: ['<rootDir>/test/**/*.e2e-spec.ts'] };

/** Unit tests beside the code, that of tests included; end-to-end tests over HTTP against the real Elasticsearch at TEST_ELASTICSEARCH_URL. */
export default {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{src,tools,test,explorer,clients/typescript/src}/**/*.spec.ts'],
    },
    e2e,
  ],
  // For the slowest machine: what must be quick is held to its own limit in its test.
  testTimeout: 300_000,
};
