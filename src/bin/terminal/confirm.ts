import { createInterface } from 'node:readline';
import type { CommandContext } from '../process/command.js';
import { CommandError } from '../process/command.js';

/**
 * Asks before a command deletes data of a cluster that is not the embedded node.
 * @param loss what is going to be deleted, in one sentence
 * @param yes whether the command was given `--yes`
 * @throws CommandError unless the user agrees; without a terminal only `--yes` agrees
 */
export async function confirm(
  { dataDir, signal }: Pick<CommandContext, 'dataDir' | 'signal'>,
  loss: string,
  yes = false,
  input: NodeJS.ReadableStream & { isTTY?: boolean } = process.stdin,
): Promise<void> {
  if (yes || dataDir !== undefined) return;
  if (input.isTTY !== true) throw new CommandError(`${loss} Add --yes to agree.`);
  process.stderr.write(`${loss} Go on? [y/N] `);
  let answer = '';
  for await (const line of createInterface({ input, signal })) {
    answer = line;
    break;
  }
  signal.throwIfAborted();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.');
}
