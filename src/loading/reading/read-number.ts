/** How numbers are written in a text, where it is not as in JSON. */
export interface NumberStyle {
  /** The decimal mark. The other mark, blanks and apostrophes may separate thousands. */
  readonly decimal?: '.' | ',';
  /** Whether a k or an M behind a number makes it thousands or millions. */
  readonly units?: boolean;
}

const POWERS: Readonly<Record<string, number>> = { k: 3, m: 6 };

const numberPattern = (decimal: string, groups: string): RegExp =>
  new RegExp(
    `^'?(-?(?:\\d+${groups && `|\\d{1,3}(?:[${groups}]\\d{3})+`}))(?:[${decimal}](\\d+))?(?:[eE]([+-]?\\d+))?([kKM])?$`,
  );
const PLAIN = numberPattern('.', '');
const GROUPED = { '.': numberPattern('.', ",\\s'’"), ',': numberPattern(',', ".\\s'’") };

/**
 * Reads a number from text, with an apostrophe in front as spreadsheets write it; undefined for another text. A whole
 * number has no exponent: a spreadsheet writes one when it has rounded.
 */
export function readNumber(text: string, isWhole: boolean, { decimal, units }: NumberStyle): number | undefined {
  const pattern = decimal === undefined ? PLAIN : GROUPED[decimal];
  const [, whole, decimals = '', exponent, unit = ''] = pattern.exec(text.trim()) ?? [];
  const power = POWERS[unit.toLowerCase()] ?? 0;
  if (whole === undefined || (unit !== '' && units !== true)) return undefined;
  if (isWhole && (exponent !== undefined || decimals.replace(/0+$/, '').length > power)) return undefined;
  return Number(`${whole.replace(/[^\d-]/g, '')}.${decimals}e${Number(exponent ?? 0) + power}`);
}

/** The options of a load that would take a refused text, one sentence; empty when none does. */
export function takingOptions(text: string, isWhole: boolean, orNull: boolean): string {
  const readings = (style: NumberStyle): string[] => {
    const number = readNumber(text, isWhole, style);
    const options = [style.decimal && `--decimal ${style.decimal}`, style.units && '--units'].filter(Boolean);
    return number === undefined ? [] : [`${options.join(' ')} reads it as ${number}`];
  };
  if (readNumber(text, isWhole, {}) !== undefined) return '';
  const styles = [{ decimal: '.' }, { decimal: ',' }, { units: true }] as const;
  const one = styles.flatMap(readings);
  const found = one.length > 0 ? one : styles.flatMap((style) => readings({ ...style, units: true }));
  if (found.length > 0) return ` ${found.join(', ')}.`;
  return orNull && !/\d/.test(text) ? ` --null-values ${JSON.stringify(text)} loads it as unknown.` : '';
}
