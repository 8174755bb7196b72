import { join } from 'node:path';

const { MUTATED: folder, MUTATION_RESULTS: baseDir, STRYKER_MODULES: modules, MUTATION_SPECS: specs } = process.env;
const inSandbox = (file) => join('lab', 'mutation', file);

/** Stryker's configuration for one folder of src (`npm run proof -- mutation`). */
export default {
  // Mocha runs loaded tests again and again; Jest would load all modules again for every mutant.
  testRunner: 'mocha',
  testRunnerNodeArgs: [
    '--no-warnings',
    '--no-experimental-require-module',
    '--import',
    join(process.cwd(), inSandbox('jest-globals.mjs')),
  ],
  mochaOptions: { spec: specs.split(','), ignore: ['**/*.schedules.spec.js'] },
  // The tests of processes that are started, and what a mutant has left in memory, end with the runner.
  maxTestRunnerReuse: 40,
  plugins: [join(modules, 'mocha-runner', 'dist', 'src', 'index.js'), join(process.cwd(), inSandbox('sample.mjs'))],
  checkers: ['sample'],
  mutate: [`src/${folder}/**/*.ts`, '!src/**/*.spec.ts', '!src/**/*.dto.ts'],
  ignorePatterns: ['.cache', 'dist'],
  buildCommand: 'tsc -p tsconfig.json --noCheck --sourceMap false',
  tempDirName: join('.cache', 'stryker-tmp'),
  coverageAnalysis: 'perTest',
  concurrency: 1,
  timeoutMS: 3000,
  mutator: { excludedMutations: ['StringLiteral'] },
  reporters: ['event-recorder'],
  eventReporter: { baseDir },
};
