import Sequencer from '@jest/test-sequencer';

const KINDS = ['slow', 'e2e', 'unit'];
const kindOf = ({ context }) => KINDS.indexOf(context.config.displayName.name);

/** Begins with the slow files: one that begins last is waited for. */
export default class extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => kindOf(one) - kindOf(other));
  }
}
