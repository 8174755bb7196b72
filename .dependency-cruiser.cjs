/** Who may import whom: each row lists the folders of src/ that a folder may import; everything else is refused. */
const ALLOWED = {
  ops: ['http', 'search', 'elastic', 'config', 'errors', 'documents', 'reference'],
  http: ['access', 'search', 'errors', 'reference', 'config', 'records', 'query', 'period'],
  search: ['elastic', 'query', 'documents', 'records', 'reference', 'errors', 'config'],
  access: ['elastic', 'errors', 'config', 'reference'],
  loading: ['elastic', 'search/state/category-trees', 'records', 'documents', 'reference', 'errors', 'config'],
  boards: ['elastic', 'records', 'documents', 'period', 'reference', 'errors', 'config'],
  seed: ['records', 'documents', 'period', 'reference'],
  elastic: ['errors', 'config', 'documents', 'reference'],
  'embedded-node': ['elastic', 'errors', 'config'],
  query: ['reference', 'documents', 'period'],
  records: ['documents', 'reference', 'period'],
  documents: ['reference', 'period'],
  reference: [],
  errors: [],
  config: [],
  period: [],
};
const OPERATIONS = ['video', 'product', 'live', 'rankings', 'creator', 'categories', 'facets', 'suggest', 'explorer'];
const OPERATION_IMPORTS = [
  'operations/facets',
  'operations/suggest',
  'http',
  'records',
  'query',
  'period',
  'documents',
  'search',
  'reference',
  'errors',
  'config',
];

const refuse = (name, folder, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: '\\.spec\\.ts$' },
  to: { path: '^src/', pathNot: [folder, ...allowed].map((target) => `^src/${target}(/|\\.ts$)`) },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '(^|/)dist/' } },
    ...Object.entries(ALLOWED).map(([folder, allowed]) => refuse(`${folder}-imports`, folder, allowed)),
    refuse('operation-mcp-imports', 'operations/mcp', [...OPERATION_IMPORTS, 'operations']),
    ...OPERATIONS.map((name) => refuse(`operation-${name}-imports`, `operations/${name}`, OPERATION_IMPORTS)),
    {
      name: 'elasticsearch-client-only-in-elastic-and-search',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(elastic|search)/', '^src/query/types\\.ts$', '\\.spec\\.ts$'] },
      to: { path: 'node_modules/@elastic/elasticsearch' },
    },
    {
      name: 'query-is-pure',
      severity: 'error',
      from: { path: '^src/query/', pathNot: '\\.spec\\.ts$' },
      to: { path: 'node_modules/@nestjs', dependencyTypes: ['npm'] },
    },
    {
      name: 'opentelemetry-only-in-traces',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/ops/traces\\.ts$' },
      to: { path: 'node_modules/@opentelemetry' },
    },
    {
      name: 'traces-are-loaded-when-configured',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/ops/traces\\.ts$', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'assistants-sdk-is-loaded-when-configured',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.spec\\.ts$' },
      to: { path: 'node_modules/@modelcontextprotocol', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'src-never-imports-tools',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^tools/' },
    },
    {
      name: 'explorer-imports',
      severity: 'error',
      from: { path: '^explorer/' },
      to: {
        path: '^(src|tools|test|bench)/',
        pathNot: '^src/(?:reference/(?:regions|choice-names|lang)|period/(?:day|period))\\.ts$',
      },
    },
    {
      name: 'client-stands-alone',
      comment: 'It is published by itself, without dependencies, for browsers as well.',
      severity: 'error',
      from: { path: '^clients/', pathNot: '(\\.spec|/command|/row-writer)\\.ts$' },
      to: { pathNot: '^clients/' },
    },
    {
      name: 'client-command-needs-node-alone',
      severity: 'error',
      from: { path: '^clients/.*/(command|row-writer)\\.ts$' },
      to: { pathNot: '^clients/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'src-never-imports-tests',
      severity: 'error',
      from: { path: '^(src|tools)/', pathNot: '^src/.*\\.spec\\.ts$' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'specs-import-helpers-of-tests-alone',
      severity: 'error',
      from: { path: '^src/.*\\.spec\\.ts$' },
      to: { path: '^(test|bench)/', pathNot: '^test/support/' },
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
