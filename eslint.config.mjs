import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      'node_modules/',
      'coverage/',
      '.data/',
      '.cache/',
      'dev/embedded-node/server/target/',
      'clients/typescript/src/schema.ts',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      'no-duplicate-imports': 'error',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/require-await': 'off',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only src/config reads the environment.' },
      ],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    // Texts of users meet these expressions: their time must not grow faster than the text.
    files: ['src/**', 'clients/typescript/src/**', 'explorer/**'],
    ignores: ['**/*.spec.ts', '**/*.json'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: ['src/main.ts', 'src/config/**', 'src/cli/**', 'dev/**', 'lab/**', 'tools/**', 'test/**'],
    rules: { 'no-restricted-properties': 'off', 'no-console': 'off' },
  },
);
