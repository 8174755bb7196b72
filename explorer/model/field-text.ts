const FACTORS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, 万: 1e4, 亿: 1e8 };

/** Before amounts of currencies whose thousands are written with points. */
const POINTED = /^(?:rp|r\$|₫|đ|€)/i;

/**
 * The number that is typed as `50k`, `1.5m`, `1,000`, `0,99`, `$20`, `−5`, `Rp 12.500` or in full-width digits; other text
 * stays as it is, for the service to refuse.
 */
export function typedNumber(typed: string): string {
  const text = typed.normalize('NFKC').replaceAll('\u2212', '-').trim();
  const [, before = '', after = '', digits = '', unit = ''] =
    /^(-?)[^\d.,-]{0,3}(-?)([\d.,]+)\s*([kmb万亿]?)%?$/i.exec(text) ?? [];
  const isPointed = POINTED.test(text.slice(before.length)) || /^\d{1,3}(?:\.\d{3}){2,}$/.test(digits);
  const plain = isPointed && /^\d{1,3}(?:\.\d{3})+$/.test(digits) ? digits.replaceAll('.', '') : withPoint(digits);
  const value = Number(before + after + plain) * (FACTORS[unit.toLowerCase()] ?? 1);
  return !digits || Number.isNaN(value) ? text : String(Number(value.toPrecision(15)));
}

/** Digits with a point as the decimal mark: a comma before exactly three digits separates thousands, unless it follows a 0. */
function withPoint(digits: string): string {
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/.test(digits)) return digits.replaceAll(',', '');
  const isDecimalComma = /^(?:0?,\d+|\d*,(?!\d{3}$)\d+|[1-9]\d{0,2}(?:\.\d{3})+,\d+)$/.test(digits);
  return isDecimalComma ? digits.replaceAll('.', '').replace(',', '.') : digits;
}

/** Both ends of a range written `10..20`, `10..` or `..20`. */
export function readRange(text: string): { readonly min: string; readonly max: string } {
  const [min = '', max = ''] = text.split('..');
  return { min, max };
}

export const writeRange = (min: string | number, max: string | number): string =>
  min === '' && max === '' ? '' : `${min}..${max}`;

/** The text in the address for a value as requests and facets write it. */
export function fieldText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (Array.isArray(value)) return value.map(fieldText).join(',');
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  const { min, max, type, value: period } = value as Record<string, string | number | undefined>;
  return type === undefined ? writeRange(min ?? '', max ?? '') : `${type}:${period}`;
}

/** The value at a path of a record. */
export const valueAt = (record: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], record);

/** The text of the value at a path of a record. */
export const textAt = (record: unknown, path: string): string => fieldText(valueAt(record, path));
