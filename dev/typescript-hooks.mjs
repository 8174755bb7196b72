import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

const TYPESCRIPT = /\.ts$/;
const tsconfig = JSON.parse(readFileSync(new URL('../tsconfig.json', import.meta.url), 'utf8'));

/** Finds a source by the name of what it is compiled to. */
export function resolve(name, context, next) {
  if (name.startsWith('.') && name.endsWith('.js') && !context.parentURL.includes('/node_modules/')) {
    const source = new URL(name.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(source)) return next(source.href, context);
  }
  return next(name, context);
}

/** Compiles a source. */
export function load(url, context, next) {
  if (!TYPESCRIPT.test(url)) return next(url, context);
  const path = fileURLToPath(url);
  const { code, errors } = transformSync(path, readFileSync(path, 'utf8'), { tsconfig });
  if (errors.length > 0) throw errors[0];
  return { format: 'module', source: code, shortCircuit: true };
}
