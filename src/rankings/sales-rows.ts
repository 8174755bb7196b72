import type { Sold } from '../figures/sold.record.js';
import { amountOf, soldIn, unitsOf, type Values } from '../figures/sums.js';

/** Sales by row, in columns. */
export class SalesRows {
  readonly ids: string[] = [];
  readonly facts: number[] = [];
  readonly amounts: number[] = [];
  readonly units: number[] = [];
  /** The two parts of exact amounts. */
  readonly wholes: number[] = [];
  readonly fractions: number[] = [];

  add(id: string, facts: number, values: Values): void {
    this.ids.push(id);
    this.facts.push(facts);
    this.amounts.push(amountOf(values, 'usd_gmv'));
    this.units.push(unitsOf(values));
    this.wholes.push(values['usd_gmv'] ?? 0);
    this.fractions.push(values['usd_gmv_fraction'] ?? 0);
  }

  /** The rows at some places. */
  at(places: readonly number[]): SalesRows {
    const columns = Object.entries(this) as [string, unknown[]][];
    const picked = columns.map(([name, column]) => [name, places.map((place) => column[place])]);
    return Object.assign(new SalesRows(), Object.fromEntries(picked) as Partial<SalesRows>);
  }

  /** The sums of the rows at some places. */
  sold(places: readonly number[]): Sold {
    const sumOf = (column: readonly number[]) => places.reduce((sum, at) => sum + (column[at] ?? 0), 0);
    const { units, wholes, fractions } = this;
    return soldIn({ units: sumOf(units), usd_gmv: sumOf(wholes), usd_gmv_fraction: sumOf(fractions) });
  }
}
