/** No circle of folders in src, specs aside: they use what tests share, which uses src. */
module.exports = {
  forbidden: [{ name: 'no-circle-of-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } }],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    exclude: ['[.]spec[.]ts$', 'node_modules'],
  },
};
