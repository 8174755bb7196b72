import { setImmediate } from 'node:timers/promises';
import { isObject } from '../common/json-object.js';
import { endOfTomorrow, isFactKind, NEWEST, type RecordKind } from '../common/record-kind.js';
import type { LockedCluster } from '../elastic/state/cluster-lock.js';
import { valueAt } from '../fields/paths.js';
import type { Rates } from '../money/rates.record.js';
import {
  FactRecordReader,
  type FactRecords,
  fillUsd,
  NO_RECORDS,
  readRates,
  readTrees,
} from './dimensions/fact-records.js';
import { type LoadItem, type LoadMode, type Origin, perLine, Remarks, toLoadItem } from './load-item.js';
import {
  columnsOf,
  descriptionOf,
  idOf,
  type LoadCategories,
  type LoadRecords,
  loadSchema,
  toStored,
} from './load-kind.js';
import type { Input, ReadOptions, ReadRecord } from './reading/input.js';
import { convertValues } from './reading/mapping.js';
import { readInputs } from './reading/read-inputs.js';
import { RecordCheck, unknownReferences } from './record-check.js';
import type { RejectsFile } from './rejects-file.js';

/** The lines at the beginning that show which fields the inputs have. */
const SAMPLED_LINES = 1000;
const NO_FACTS = { records: NO_RECORDS, lacking: new Map<unknown, Readonly<Record<string, string>>>() };

export interface LoadRequest {
  readonly kind: RecordKind;
  readonly mode: LoadMode;
  /** An update adds the records that are not stored. */
  readonly add?: boolean;
  /** A merge empties the fields that its lines lack. */
  readonly whole?: boolean;
  readonly inputs: readonly Input[];
  readonly reading?: ReadOptions;
  readonly rejects: RejectsFile;
  /** Number of previous index builds kept after a replacement. */
  readonly keep: number;
}

/** The records of a load: reads the inputs once, rejects invalid lines, and makes items of the others. */
export class RecordSource {
  /** Paths of the fields that the inputs have. */
  readonly sentPaths = new Set<string>();
  linesRead = 0;
  bytesRead = 0;
  readonly remarks = new Remarks();
  private readonly reader: FactRecordReader;
  private readonly check: RecordCheck<RecordKind>;

  private constructor(
    private readonly target: LockedCluster,
    private readonly request: LoadRequest,
    private readonly categories: LoadCategories,
    readonly rates: Rates,
  ) {
    this.reader = new FactRecordReader(target);
    this.check = new RecordCheck(request.kind);
  }

  static async open(target: LockedCluster, request: LoadRequest): Promise<RecordSource> {
    return new RecordSource(target, request, await readTrees(target), await readRates(target));
  }

  /** The items of the inputs: of an update or a deletion the values that lines have, else whole documents. */
  async *items(afterPortion: () => void): AsyncGenerator<LoadItem> {
    const { kind, inputs, rejects, reading, mode } = this.request;
    const isChange = mode === 'update' || mode === 'delete';
    const check = isChange ? new RecordCheck(kind, isChange) : this.check;
    const onBytes = (bytes: number): void => void (this.bytesRead += bytes);
    for await (const portion of readInputs(kind, inputs, this.remarks, reading, this.target.locks.signal, onBytes)) {
      const values = portion.map(({ value }) => (mode === 'delete' ? this.keysOf(value) : value));
      if (this.linesRead < SAMPLED_LINES) values.forEach((value) => this.noteFields(value));
      const { records, lacking } = isChange ? NO_FACTS : await this.factRecords(values, portion);
      for (const [at, { origin, reasons }] of portion.entries()) {
        this.linesRead += 1;
        const made = perLine(() => {
          const checked = reasons === undefined ? check.check(values[at], lacking.get(values[at])) : { reasons };
          if (checked.reasons !== undefined) return checked;
          const { record } = checked;
          this.dropUsd(record, origin);
          if (!isChange) return this.toItem(record, records, origin);
          return toLoadItem({ id: idOf(kind, record), document: record, returned: record }, origin);
        });
        if ('reasons' in made) rejects.add(origin, made.reasons);
        else yield made;
      }
      afterPortion();
      // Many rejected lines must not keep the lock from being renewed.
      await setImmediate();
    }
  }

  /** The items of whole records, such as stored ones after their change; for an invalid one why. */
  async itemsOf(values: readonly unknown[], origins: readonly Origin[]) {
    const { records, lacking } = await this.factRecords(values);
    return values.map((value, at) =>
      perLine(() => {
        const { record, reasons } = this.check.check(value, lacking.get(value));
        return reasons === undefined ? this.toItem(record, records, origins[at] as Origin) : { reasons };
      }),
    );
  }

  /** The creators and products of values that may be facts; sales get their amounts in USD, or the reason why not. */
  private async factRecords(values: readonly unknown[], portion: readonly ReadRecord[] = []): Promise<typeof NO_FACTS> {
    const { kind, reading = {} } = this.request;
    if (!isFactKind(kind)) return NO_FACTS;
    const records = await this.reader.recordsOf(values);
    for (const { value, origin } of portion) {
      if (!isObject(value) || typeof value.gmv !== 'string') continue;
      // The currency of an amount is that of its creator's region, which no line has.
      const amount = { gmv: value.gmv, creator_region: records.creators.get(String(value.uid))?.region };
      convertValues({ value: amount, origin }, 'ndjson', loadSchema(kind), this.remarks, reading);
      Reflect.set(value, 'gmv', amount.gmv);
    }
    return { records, lacking: kind === 'sales' ? fillUsd(this.rates, records, values) : NO_FACTS.lacking };
  }

  private toItem(record: LoadRecords[RecordKind], records: FactRecords, origin: Origin): LoadItem {
    const { kind } = this.request;
    const stored = toStored(kind, record, this.categories, this.rates, records);
    for (const unknown of unknownReferences(stored.document, this.categories)) this.remarks.add(...unknown, origin);
    const newest = NEWEST.find((one) => one.kind === kind);
    const moment = newest && (Reflect.get(stored.document, newest.field) as string | number | null);
    if (moment && moment > endOfTomorrow(newest.isDay)) {
      const remark = `values of ${newest.field} are after tomorrow and never count as the newest`;
      this.remarks.add(remark, String(moment), origin);
    }
    return toLoadItem(stored, origin);
  }

  /** Leaves out the amounts in USD that lines can't give. */
  private dropUsd(record: object, origin: Origin): void {
    for (const name of descriptionOf(this.request.kind).usdFields) {
      const usd: unknown = Reflect.get(record, name);
      const remark = `values of ${name} were ignored, because it is computed from amounts and rates`;
      if (typeof usd === 'number') this.remarks.add(remark, String(usd), origin);
      // Its mapper would keep it.
      if (usd !== undefined) Reflect.set(record, name, undefined);
    }
  }

  private keysOf(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const { keys } = descriptionOf(this.request.kind);
    return Object.fromEntries(keys.map((key) => [key, Reflect.get(value, key) as unknown]));
  }

  /** Notes the fields that a line has, also those that are null. */
  private noteFields(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const { path } of columnsOf(this.request.kind))
      if (valueAt(value, path) !== undefined) this.sentPaths.add(path);
  }
}
