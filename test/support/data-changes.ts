import { switchUnderLocks } from '../../src/loading/index-builds/alias-switch.js';
import { rollBack } from '../../src/loading/index-builds/index-history.js';
import type { LoadKind } from '../../src/loading/load-kind.js';
import type { LoadSuite } from '../loading/load-suite.js';
import type { Observation } from './observing-client.js';

interface DataChangesOptions {
  /** The records that are replaced and rolled back. */
  readonly kind: LoadKind;
  /** All of them; the value, new with every replacement, tells which replacement they are of. */
  readonly recordsOf: (value: number) => readonly object[];
  /** The creator and the day of the only sale of that day. */
  readonly soldBy: string;
  readonly soldOn: string;
  readonly giveUpAfterMs: number;
}

/** Changes the data of a suite so that its answers tell which change they were made after. */
export class DataChanges {
  /** The value of the records after each change, appended before the change is made. */
  readonly history: number[] = [];
  private unitsSold = 0;

  constructor(
    private readonly suite: LoadSuite,
    private readonly options: DataChangesOptions,
  ) {}

  async replace(): Promise<void> {
    const { kind, recordsOf, giveUpAfterMs } = this.options;
    const value = Math.max(0, ...this.history) + 1;
    const file = this.suite.records(`${kind}.ndjson`, recordsOf(value));
    this.history.push(value);
    await this.suite.load(kind, [file], { mode: 'replace', giveUpAfterMs });
  }

  /** As `npm run indices -- rollback`. */
  async rollBack(): Promise<void> {
    const { kind, giveUpAfterMs } = this.options;
    const { client, names } = this.suite;
    const before = this.history.at(-2) as number;
    await switchUnderLocks({ client, names, retryOptions: { giveUpAfterMs } }, [kind], 'rollback', async (locked) => {
      this.history.push(before);
      await rollBack(locked, kind);
    });
  }

  /** Sells one unit more. */
  async sell(): Promise<void> {
    const { soldBy, soldOn, giveUpAfterMs } = this.options;
    this.unitsSold += 1;
    const sale = { id: 'counted', date: soldOn, uid: soldBy, channel: 'video', content_id: '1', product_id: '1' };
    const amounts = { product_category_id: 10000, units_sold: this.unitsSold, gmv: 1, usd_gmv: 1 };
    await this.suite.load('sales', [this.suite.records('sales.ndjson', [{ ...sale, ...amounts }])], { giveUpAfterMs });
  }

  /** Asks for the ranking that `sell` changes: it has its one row, and the units of one of the sales. */
  observeRanking(): Observation {
    return {
      path: '/category/v1/rank/topSelling',
      body: { filter: { date_info: { type: 'day', value: this.options.soldOn } } },
      shownBy: ({ list: [row, ...others] = [] }) =>
        others.length === 0 && (row?.units_sold ?? 0) > 0 ? 'timeless' : undefined,
    };
  }
}
