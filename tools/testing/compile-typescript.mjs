import { transformSync } from 'rolldown/utils';

/** Compiles a TypeScript file for Jest, which keeps the result. Types are checked once, by `npm run typecheck`. */
function compile(source, path, { transformerConfig: tsconfig }) {
  const { code, map, errors } = transformSync(path, source, { tsconfig, sourcemap: true });
  if (errors.length > 0) throw errors[0];
  return { code, map };
}

export default { process: compile };
