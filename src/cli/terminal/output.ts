import { kindsMarked, type RecordKind } from '../../common/record-kind.js';

/** Kinds that the rankings are computed from. Names of categories are read with each answer. */
const RANKED = kindsMarked('ranked');

/** Prints the next command on standard error when records of a kind have changed. */
export function printNextStep(kind: RecordKind): void {
  if (RANKED.includes(kind))
    console.error('Rankings that this changes are out of date now. Next: npm run rankings -- build');
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
