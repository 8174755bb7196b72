import { readFileSync } from 'node:fs';
import { bundlePackages } from './tools/testing/bundle-packages.mjs';

const tsconfig = JSON.parse(readFileSync(new URL('tsconfig.json', import.meta.url), 'utf8'));
const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { ...(await bundlePackages()), '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['<rootDir>/tools/testing/compile-typescript.mjs', tsconfig] },
};

const overElasticsearch = (displayName, suffix) => ({
  ...shared,
  displayName,
  testMatch: [`<rootDir>/{test,lab}/**/*.${suffix}.ts`],
  globalSetup: '<rootDir>/test/support/shared-setup.mjs',
  globalTeardown: '<rootDir>/test/support/shared-teardown.mjs',
});

/**
 * Unit tests beside the code, that of tests included; end-to-end tests over HTTP against the real Elasticsearch at
 * TEST_ELASTICSEARCH_URL; slow ones, which start processes, clusters or browsers, take Elasticsearch away, or send requests by
 * the thousand; long proofs and measurements.
 */
export default {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{src,dev,lab,tools,test,explorer,clients/typescript/src}/**/*.spec.ts'],
    },
    overElasticsearch('e2e', 'e2e-spec'),
    overElasticsearch('slow', 'slow-spec'),
    overElasticsearch('proofs', 'proof-spec'),
  ],
  testSequencer: '<rootDir>/tools/testing/sequencer.mjs',
  // Modules of a test file stay in the memory of its worker: three of them and Elasticsearch take less than 5 GB.
  workerIdleMemoryLimit: '500MB',
  // For the slowest machine: what must be quick is held to its own limit in its test.
  testTimeout: 900_000,
};
