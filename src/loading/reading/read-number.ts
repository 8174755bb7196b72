import { currencySigns } from '../../common/regions.js';

/** How numbers are written in a text, where it is not as in JSON. */
export interface NumberStyle {
  /** The decimal mark. The other mark, blanks and apostrophes may separate thousands. */
  readonly decimal?: '.' | ',';
  /** Whether a text may have signs of units: `1.2K`, `1.2万`, `$7.99`, `7.5%`. */
  readonly units?: boolean;
}

const POWERS: Readonly<Record<string, number>> = { k: 3, K: 3, M: 6, B: 9, 万: 4, 亿: 8 };

const numberPattern = (decimal: string, groups: string): RegExp =>
  new RegExp(
    `^'?(-?(?:\\d+${groups && `|\\d{1,3}(?:[${groups}]\\d{3})+`}))(?:[${decimal}](\\d+))?(?:[eE]([+-]?\\d+))?$`,
  );
const PLAIN = numberPattern('.', '');
const GROUPED = { '.': numberPattern('.', ",\\s'’"), ',': numberPattern(',', ".\\s'’") };
/** A minus, a sign or name, a number, a power, and another sign or name. */
const WITH_UNITS =
  /^(-?)\s*([^\d.,'’%+-]*?)\s*('?-?\d[\d.,\s'’]*?(?:[eE][+-]?\d+)?)\s*([kKMB](?![A-Za-z])|[万亿])?\s*([^\d.,'’+-]*)$/u;

/**
 * Reads a number from text, with an apostrophe in front as spreadsheets write it; undefined for another text. A whole
 * number has no exponent: a spreadsheet writes one when it has rounded.
 * @param unit the currency of the number, or `%`; another sign in the text is not read
 */
export function readNumber(
  text: string,
  isWhole: boolean,
  { decimal, units }: NumberStyle,
  unit?: string | null,
): number | undefined {
  const [, minus = '', before = '', number = text.trim(), letter = '', after = ''] =
    (units === true && WITH_UNITS.exec(text.trim())) || [];
  const isUnit = (sign: string): boolean =>
    sign === '' ||
    (unit === '%' ? sign === '%' : typeof unit === 'string' && currencySigns(unit).has(sign.toLowerCase()));
  if (!isUnit(before.trim()) || !isUnit(after.trim())) return undefined;
  const [, whole, decimals = '', exponent] =
    (decimal === undefined ? PLAIN : GROUPED[decimal]).exec(minus + number) ?? [];
  const power = POWERS[letter] ?? 0;
  if (whole === undefined) return undefined;
  if (isWhole && (exponent !== undefined || decimals.replace(/0+$/, '').length > power)) return undefined;
  return Number(`${whole.replace(/[^\d-]/g, '')}.${decimals}e${Number(exponent ?? 0) + power}`);
}
