export function median(values: readonly number[]): number;
export function verdict(ratios: readonly number[]): string;
