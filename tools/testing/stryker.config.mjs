import { join } from 'node:path';

const { MUTATED: folder, MUTATION_RESULTS: baseDir, STRYKER_MODULES: modules } = process.env;

/** Stryker's configuration for one folder of src (`npm run proof -- mutation`). */
export default {
  testRunner: 'jest',
  plugins: [join(modules, 'jest-runner', 'dist', 'src', 'index.js')],
  mutate: [`src/${folder}/**/*.ts`, '!src/**/*.spec.ts', '!src/**/*.dto.ts'],
  ignorePatterns: ['.cache', 'dist', 'explorer', 'deploy', 'docs', 'ops', 'bench'],
  tempDirName: join('.cache', 'stryker-tmp'),
  coverageAnalysis: 'perTest',
  concurrency: 1,
  timeoutMS: 8000,
  // Mutants that only the start of a module evaluates need a run of all tests each.
  ignoreStatic: true,
  mutator: { excludedMutations: ['StringLiteral'] },
  reporters: ['event-recorder'],
  eventReporter: { baseDir },
  jest: {
    projectType: 'custom',
    enableFindRelatedTests: false,
    config: {
      testEnvironment: 'node',
      extensionsToTreatAsEsm: ['.ts'],
      moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
      transform: {
        '^.+\\.ts$': [
          'ts-jest',
          { useESM: true, tsconfig: 'tsconfig.json', diagnostics: false, isolatedModules: true },
        ],
      },
      testMatch: [`<rootDir>/src/${folder}/**/*.spec.ts`],
      testPathIgnorePatterns: ['schedules'],
    },
  },
};
