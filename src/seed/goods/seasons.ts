import type { Climate } from '../markets.js';

/** Sales of seasonal goods from January to December in climates with four seasons, relative to other goods. */
const SEASONS = {
  summer: [0.4, 0.5, 0.7, 1, 1.4, 1.8, 1.8, 1.3, 0.8, 0.6, 0.4, 0.4],
  winter: [1.6, 1.3, 0.9, 0.6, 0.4, 0.3, 0.3, 0.5, 0.9, 1.4, 1.8, 1.9],
  christmas: [0.2, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.2, 0.5, 1.2, 3, 3.5],
  halloween: [0.2, 0.3, 0.2, 0.2, 0.2, 0.2, 0.2, 0.6, 2, 4, 0.4, 0.2],
} as const satisfies Record<string, readonly number[]>;
export type Season = keyof typeof SEASONS;

/** Relative sales of all goods from January to December. */
const MONTHS = [0.9, 0.85, 0.95, 0.95, 1, 1.05, 1, 0.95, 1, 1.05, 1.35, 1.3];

export const isSeason = (name: string): name is Season => Object.hasOwn(SEASONS, name);

/** Relative sales of all goods in a month; 0 is January. */
export const monthLift = (month: number): number => MONTHS[month] ?? 1;

/** Relative sales of seasonal goods in a month; 0 is January. The tropics have no seasons. */
export function seasonLift(season: Season | undefined, month: number, climate: Climate): number {
  if (season === undefined) return 1;
  if (season !== 'summer' && season !== 'winter') return SEASONS[season][month] ?? 1;
  if (climate === 'tropical') return season === 'summer' ? 1 : 0.2;
  return SEASONS[season][(month + (climate === 'south' ? 6 : 0)) % 12] ?? 1;
}
