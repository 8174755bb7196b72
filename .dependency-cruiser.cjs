const { readdirSync } = require('node:fs');

/** Folders of src/ that operations share, and those of programs. Every other folder answers operations. */
const SHARED = [
  'access',
  'cli',
  'common',
  'config',
  'elastic',
  'figures',
  'health',
  'http',
  'loading',
  'mcp',
  'search',
  'subjects',
];
const OPERATIONS = readdirSync('src', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !SHARED.includes(entry.name))
  .map(({ name }) => name);
/** Records and documents, which loading, figures and the tools of assistants read as well. */
const RECORDS = [...OPERATIONS.map((name) => `${name}/[a-z.-]+[.](record|document)[.]ts$`), 'rankings/records'];
/** Who may import whom: each row lists the folders of src/ that a folder may import; everything else is refused. */
const ALLOWED = {
  http: ['access', 'search', 'health/metrics', 'health/traces', 'common', 'config'],
  health: ['http', 'search', 'figures', 'elastic', 'config', 'common'],
  search: ['subjects', 'elastic', 'health/metrics', 'health/traces', ...RECORDS, 'common', 'config'],
  access: ['elastic', 'common', 'config'],
  loading: ['elastic', 'search/state/category-trees', ...RECORDS, 'config', 'common'],
  figures: ['subjects', 'search', 'elastic', ...RECORDS, 'config', 'common'],
  subjects: [...RECORDS, 'common'],
  elastic: [...RECORDS, 'common', 'config'],
  config: ['common/nearest-name'],
  common: [],
};
const OPERATION_IMPORTS = ['http', 'search', 'figures', 'subjects', ...RECORDS, 'common', 'config'];

const refuse = (name, folder, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: '\\.spec\\.ts$' },
  to: {
    path: '^src/',
    pathNot: [folder, ...allowed].map((target) => `^src/${target}${target.endsWith('$') ? '' : '(/|[.]ts$)'}`),
  },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '(^|/)dist/|^@duckdb/' },
    },
    ...Object.entries(ALLOWED).map(([folder, allowed]) => refuse(`${folder}-imports`, folder, allowed)),
    refuse('mcp-imports', 'mcp', [...OPERATION_IMPORTS, ...OPERATIONS]),
    ...OPERATIONS.map((name) => refuse(`${name}-imports`, name, OPERATION_IMPORTS)),
    {
      name: 'elasticsearch-client-only-in-elastic-and-search',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(elastic|search)/', '^src/search/compiler/types\\.ts$', '\\.spec\\.ts$'] },
      to: { path: 'node_modules/@elastic/elasticsearch' },
    },
    {
      name: 'query-is-pure',
      severity: 'error',
      from: { path: '^src/search/compiler/', pathNot: '\\.spec\\.ts$' },
      to: { path: 'node_modules/@nestjs', dependencyTypes: ['npm'] },
    },
    {
      name: 'opentelemetry-only-in-traces',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/health/traces\\.ts$' },
      to: { path: 'node_modules/@opentelemetry' },
    },
    {
      name: 'traces-are-loaded-when-configured',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/health/traces\\.ts$', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'assistants-sdk-and-jose-are-loaded-when-configured',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.spec\\.ts$' },
      to: { path: 'node_modules/(?:@modelcontextprotocol|jose)', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'src-never-imports-tools',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(dev|lab|tools)/' },
    },
    {
      name: 'explorer-imports',
      severity: 'error',
      from: { path: '^explorer/' },
      to: {
        path: '^(src|dev|lab|tools|test)/',
        pathNot: '^src/common/(?:regions|choice-names|lang|period/(?:day|period))\\.ts$',
      },
    },
    {
      name: 'client-stands-alone',
      comment: 'It is published by itself, without dependencies, for browsers as well.',
      severity: 'error',
      from: { path: '^clients/', pathNot: '(\\.spec|/command|/options|/row-writer|/watch)\\.ts$' },
      to: { pathNot: '^clients/' },
    },
    {
      name: 'client-command-needs-node-alone',
      severity: 'error',
      from: { path: '^clients/.*/(command|options|row-writer|watch)\\.ts$' },
      to: { pathNot: '^clients/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'src-never-imports-tests',
      severity: 'error',
      from: { path: '^(src|dev|tools)/', pathNot: '^src/.*\\.spec\\.ts$' },
      to: { path: '^(test|lab)/' },
    },
    {
      name: 'specs-import-helpers-of-tests-alone',
      severity: 'error',
      from: { path: '^src/.*\\.spec\\.ts$' },
      to: { path: '^(test|lab)/', pathNot: '^test/support/' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '^dist/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
