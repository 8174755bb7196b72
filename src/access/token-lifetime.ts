const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const;
const LONGEST_SECONDS = 100 * 366 * SECONDS.d;

/**
 * Seconds of a lifetime such as `30d`, `12h`, `90m`, `45s` or `2w`.
 * @throws RangeError when the text is none of these, or is more than a hundred years
 */
export function parseLifetime(text: string): number {
  const [, count, unit] = /^(\d{1,9})([smhdw])$/.exec(text.trim()) ?? [];
  const seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS];
  if (seconds >= 1 && seconds <= LONGEST_SECONDS) return seconds;
  throw new RangeError(`"${text}" is no lifetime; write a number and a unit: 45s, 90m, 12h, 30d or 2w.`);
}
