const NUMBER = /^'?(-?\d+)(?:\.(\d+))?([eE][+-]?\d+)?$/;

/**
 * Reads a number from text, with an apostrophe in front as spreadsheets write it.
 * @param isWhole an exponent is refused: a spreadsheet writes one when it has rounded
 * @returns undefined when the text is not such a number
 */
export function readNumber(text: string, isWhole: boolean): number | undefined {
  const [match, whole, decimals = '', exponent = ''] = NUMBER.exec(text.trim()) ?? [];
  if (match === undefined || (isWhole && (exponent !== '' || /[1-9]/.test(decimals)))) return undefined;
  return Number(`${whole}.${decimals}${exponent}`);
}
