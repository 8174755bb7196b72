import { register } from 'node:module';
import { requireNode, requirePackages } from '../tools/build/bootstrap.mjs';

/**
 * Lets Node run TypeScript from the sources, without checking types: `node --import ./dev/typescript.mjs FILE.ts`. Node 20
 * can't strip types, and no Node knows decorators.
 */
requireNode();
requirePackages();
register('./typescript-hooks.mjs', import.meta.url);
