/** Rounds half away from zero: 1.005 to two decimals is 1.01. Numbers outside ±1e21 are returned unchanged. */
export function roundHalfAwayFromZero(value: number, decimals: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return value;
  const [digits = '', exponent = '0'] = String(Math.abs(value)).split('e');
  const rounded = Number(`${Math.round(Number(`${digits}e${Number(exponent) + decimals}`))}e${-decimals}`);
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/** Formats a percentage with at most two decimals and no trailing zeros: `12.5%` (docs/api.md, "Records"). */
export function formatPercent(percent: number): string {
  return `${roundHalfAwayFromZero(percent, 2)}%`;
}

/** Parses `12.5%` or `12.5`; undefined for other text. */
export function parsePercent(text: string): number | undefined {
  const match = /^\s*(-?\d+(?:\.\d+)?)\s*%?\s*$/.exec(text);
  return match ? Number(match[1]) : undefined;
}
