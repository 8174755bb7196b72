/** Records and documents, which loading reads as well. */
const RECORDS = ['creator', 'product', 'video', 'live'].map((name) => `${name}/[a-z.-]+[.]record[.]ts$`);
const VALUES = ['documents', 'money', 'fields', 'config', 'common'];
const OPERATION = ['figures', 'subjects', 'records', 'http', 'search', 'freshness', 'telemetry', ...VALUES];
/**
 * The folders of src/, and what each may import; everything else is refused. A folder imports only from rows above its
 * own, so that no circle of folders can be.
 */
const ALLOWED = {
  telemetry: [],
  common: [],
  config: ['common'],
  fields: ['common'],
  money: ['fields', 'common'],
  documents: ['fields', 'common'],
  elastic: ['config', 'common'],
  access: ['elastic', 'telemetry', 'config', 'common'],
  freshness: ['elastic', 'telemetry', 'config', 'common'],
  search: ['freshness', 'elastic', 'telemetry', ...VALUES],
  http: ['access', 'freshness', 'search', 'telemetry', ...VALUES],
  subjects: ['documents', 'fields', 'common'],
  figures: ['subjects', 'search', 'freshness', 'elastic', ...VALUES],
  records: ['figures', 'subjects', 'http', 'search', 'freshness', ...VALUES],
  creator: ['subjects', 'records', 'http', 'search', ...VALUES],
  product: ['records', 'http', 'search', ...VALUES],
  categories: ['records/record.fields', 'http', 'search', ...VALUES],
  usage: ['access', 'http', ...VALUES],
  live: ['subjects', 'records', 'http', 'search', ...VALUES],
  shop: ['product/product.record', ...OPERATION],
  video: ['records', 'http', 'search', ...VALUES],
  sales: OPERATION,
  // The filters of sales are declared once.
  rankings: [...OPERATION, 'sales/sale-filters'],
  links: ['access', 'http', 'freshness', ...VALUES],
  mcp: ['rankings', 'sales', 'access', ...OPERATION],
  explorer: ['mcp/explorer-url', 'http', ...VALUES],
  health: ['access', 'http', 'search', 'freshness', 'elastic', 'telemetry', 'config', 'common'],
  loading: ['figures/facts[.]record[.]ts$', 'subjects', ...RECORDS, 'elastic', ...VALUES],
  cli: [
    'loading',
    'search/state/category-trees',
    'freshness/cluster-state',
    'access',
    'elastic',
    'telemetry',
    'config',
    'common',
  ],
};
const FOLDERS = Object.keys(ALLOWED);
for (const [at, folder] of FOLDERS.entries()) {
  const below = ALLOWED[folder].filter((target) => !FOLDERS.slice(0, at).includes(target.split('/')[0]));
  if (below.length > 0) throw new Error(`${folder} may import only folders of rows above it, not ${below.join(', ')}`);
}

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
    {
      name: 'every-folder-has-a-row',
      severity: 'error',
      from: { path: `^src/(?!(${FOLDERS.join('|')})/)[^/]+/` },
      to: {},
    },
    {
      name: 'elasticsearch-client-only-in-elastic-and-search',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/(elastic|freshness|search)/', '^src/search/compiler/types\\.ts$', '\\.spec\\.ts$'],
      },
      to: { path: 'node_modules/@elastic/elasticsearch' },
    },
    {
      name: 'query-is-pure',
      severity: 'error',
      from: { path: '^src/search/compiler/', pathNot: '\\.spec\\.ts$' },
      to: { path: 'node_modules/@nestjs', dependencyTypes: ['npm'] },
    },
    {
      name: 'compiler-imports-values',
      severity: 'error',
      from: { path: '^src/search/compiler/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(search/compiler|documents|fields|common)/' },
    },
    {
      name: 'root-files-import-modules',
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$' },
      to: {
        path: '^src/.+/',
        pathNot: [
          '[.]module[.]ts$',
          '^src/(elastic/client|elastic/indices|telemetry|config|common)/',
          '^src/(http/server|cli/process)/',
        ],
      },
    },
    {
      name: 'opentelemetry-only-in-traces',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/telemetry/traces\\.ts$' },
      to: { path: 'node_modules/@opentelemetry' },
    },
    {
      name: 'traces-are-loaded-when-configured',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/telemetry/traces\\.ts$', dynamic: false, dependencyTypesNot: ['type-only'] },
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
      from: { path: '^src/' },
      to: { path: '^(dev|lab|tools)/' },
    },
    {
      name: 'explorer-imports',
      severity: 'error',
      from: { path: '^explorer/' },
      to: {
        path: '^(src|dev|lab|tools|test)/',
        pathNot: '^src/common/(?:regions|choice-names|lang|quartiles|page-address|period/period)\\.ts$',
      },
    },
    {
      name: 'client-stands-alone',
      comment: 'It is published by itself, for browsers as well; only its rules have a dependency, yaml.',
      severity: 'error',
      from: { path: '^clients/', pathNot: '(\\.spec|/command|/options|/row-writer|/rules-[a-z]+|/watch)\\.ts$' },
      to: { pathNot: '^clients/' },
    },
    {
      name: 'client-command-needs-node-alone',
      severity: 'error',
      from: { path: '^clients/.*/(command|options|row-writer|rules-[a-z]+|watch)\\.ts$' },
      to: { pathNot: '^clients/|^node_modules/yaml/', dependencyTypesNot: ['core'] },
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
