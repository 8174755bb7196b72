import { createHash } from 'node:crypto';

/** Lets a drawn share of the mutants be run, MUTATION_SHARE; MUTATION_SEED draws others. */
class SampleChecker {
  async init() {}

  async check(mutants) {
    const share = Number(process.env.MUTATION_SHARE);
    return Object.fromEntries(
      mutants.map(({ id }) => [id, { status: isDrawn(id, share) ? 'passed' : 'compileError' }]),
    );
  }
}

function isDrawn(id, share) {
  const digest = createHash('sha1')
    .update(`${process.env.MUTATION_SEED ?? 1} ${id}`)
    .digest();
  return digest.readUInt32BE() < share * 2 ** 32;
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }];
