/** A row of figures of one name; null where nobody knows. */
export interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** What a chart shows, and its table as well. */
export interface ChartSpec {
  readonly title: string;
  /** `bar` lies, `column` stands; both are stacked where there are several series. */
  readonly kind: 'bar' | 'column' | 'line';
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** A figure in full, and as an axis has room for it. */
  readonly format: (value: number) => string;
  readonly short: (value: number) => string;
  /** Called with the place of what was clicked. */
  readonly onPick?: (at: number) => void;
}
