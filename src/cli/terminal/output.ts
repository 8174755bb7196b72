import { createInterface } from 'node:readline';
import { type CommandContext } from '../process/command.js';
import { WorkFailure } from '../../common/errors/failure.js';

/**
 * Asks the user before a command deletes data, except with `--yes`. `loss` says what is deleted.
 * @throws WorkFailure when the user declines, or there is no terminal and no `--yes`
 */
export async function confirm(
  { signal }: Pick<CommandContext, 'signal'>,
  loss: string,
  yes = false,
  input: NodeJS.ReadableStream & { isTTY?: boolean } = process.stdin,
): Promise<void> {
  if (yes) return;
  if (input.isTTY !== true) throw new WorkFailure(`${loss} Add --yes to confirm.`);
  process.stderr.write(`${loss} Continue? [y/N] `);
  let answer = '';
  for await (const line of createInterface({ input, signal })) {
    answer = line;
    break;
  }
  signal.throwIfAborted();
  if (!/^y(es)?$/i.test(answer.trim())) throw new WorkFailure('Nothing was changed.');
}

/** Formats a table for the terminal: columns as wide as their widest cell, separated by two spaces. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
