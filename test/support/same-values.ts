/** A number as its digits and its power of ten, so that texts of the same number are equal. */
function numberOf(text: string): string {
  const [, sign = '', whole = '', decimals = '', power = '0'] =
    /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = (whole + decimals).replace(/^0+/, '');
  const shown = digits.replace(/0+$/, '');
  return shown === '' ? '0' : `${sign}${shown}e${Number(power) - decimals.length + digits.length - shown.length}`;
}

const timeOf = (text: string): string => text.replace('T', ' ').replace(/\.?0*(Z?)$/, '$1');

/**
 * Whether a value of ours is one that another program has written: a text behind its kind, as `write-parquet.py` has it, or
 * lists and objects of such texts.
 */
export function isSame(ours: unknown, other: unknown): boolean {
  if (other === null || ours === null) return other === ours;
  if (Array.isArray(other))
    return Array.isArray(ours) && ours.length === other.length && other.every((item, at) => isSame(ours[at], item));
  if (typeof other === 'object') {
    const names = Object.keys(other);
    return (
      typeof ours === 'object' &&
      JSON.stringify(Object.keys(ours)) === JSON.stringify(names) &&
      names.every((name) => isSame(Reflect.get(ours, name), Reflect.get(other, name)))
    );
  }
  const [, kind, text = ''] = /^(\w+) ([^]*)$/.exec(other as string) ?? [];
  if (kind === 'text') return ours === text;
  if (kind === 'flag') return ours === (text === 'true');
  if (kind === 'time') return typeof ours === 'string' && timeOf(ours) === timeOf(text);
  const number = typeof ours === 'number' || typeof ours === 'string' ? String(ours) : '';
  return kind === 'number' && /^-?\d/.test(number) && numberOf(number) === numberOf(text);
}
