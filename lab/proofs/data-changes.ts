import { withLocks } from '../../src/elastic/state/cluster-lock.js';
import { rollBack } from '../../src/loading/index-builds/index-history.js';
import type { LoadSuite } from '../../test/loading/load-suite.js';
import { isRefusal, MOST_FAULTS } from '../../test/support/watched-load.js';
import type { RecordKind } from '../../src/common/record-kind.js';

/** A request whose answers show which state of the data they were made from. */
export interface Observation {
  readonly path: string;
  readonly body: object;
  /**
   * What an answer shows: the value of a state of the history, `timeless` when it is right in every state, undefined when
   * no state explains it.
   */
  readonly shownBy: (data: ObservedData) => number | 'timeless' | undefined;
}

export interface ObservedData {
  readonly total?: number;
  readonly list?: readonly Readonly<Record<string, number>>[];
}

export interface ObservationTally {
  sent: number;
  /** Answers with `X-Data-Changed`. */
  changed: number;
  /** Answers of 503 with `Retry-After`, as docs/api.md describes. */
  refused: number;
  /** Answers of any other status than 200. */
  failed: number;
  older: number;
  /** Answers of 200 with data that was never there. */
  wrong: number;
  /** The first failed and wrong answers. */
  readonly faults: string[];
}

export const emptyObservations = (): ObservationTally => ({
  sent: 0,
  changed: 0,
  refused: 0,
  failed: 0,
  older: 0,
  wrong: 0,
  faults: [],
});

const numberOf = (version: string): number => Number(version.split('.')[1]);

/** Sends one request after another, and holds each answer against the states that the client may see. */
export class ObservingClient {
  private version: string | undefined;
  /** The earliest state that explains all answers so far. */
  private state = 0;

  constructor(
    private readonly options: {
      readonly url: string;
      readonly token: string;
      /** The value of every state, one appended before the change is made; the same value may come again. */
      readonly history: readonly number[];
      readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
    },
  ) {}

  /** Sends one request and counts what became of it. */
  async send({ path, body, shownBy }: Observation, tally: ObservationTally): Promise<void> {
    const { history } = this.options;
    tally.sent += 1;
    const data = await this.post(path, body, tally);
    if (data === undefined) return;
    const shown = shownBy(data);
    if (shown === 'timeless') return;
    if (shown === undefined || !history.includes(shown)) {
      tally.wrong += 1;
      note(tally, `wrong: ${JSON.stringify(data).slice(0, 300)}`);
      return;
    }
    const state = history.indexOf(shown, this.state);
    if (state < 0) {
      tally.older += 1;
      note(tally, `older: ${shown} after ${history[this.state]}`);
    }
    this.state = state < 0 ? history.indexOf(shown) : state;
  }

  /** The data of an answer of 200; undefined for another status, which is counted. */
  private async post(path: string, body: object, tally: ObservationTally): Promise<ObservedData | undefined> {
    const { url, token, fetch: send = fetch } = this.options;
    const { version: sent } = this;
    const response = await send(url + path, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        ...(sent !== undefined && { 'X-Data-Version': sent }),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (isRefusal(response)) {
      tally.refused += 1;
      return undefined;
    }
    if (response.status !== 200) {
      tally.failed += 1;
      note(tally, `${response.status}: ${text.slice(0, 300)}`);
      return undefined;
    }
    if (response.headers.has('X-Data-Changed')) tally.changed += 1;
    const named = response.headers.get('X-Data-Version') ?? '';
    if (sent !== undefined && !(numberOf(named) >= numberOf(sent))) {
      tally.older += 1;
      note(tally, `older: version ${named} after ${sent}`);
    }
    this.version = named;
    return (JSON.parse(text) as { data: ObservedData }).data;
  }
}

function note(tally: ObservationTally, fault: string): void {
  if (tally.faults.length < MOST_FAULTS) tally.faults.push(fault);
}

interface DataChangesOptions {
  /** The records that are replaced and rolled back. */
  readonly kind: RecordKind;
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
    await withLocks({ client, names, retryOptions: { giveUpAfterMs } }, [kind], 'rollback', async (locked) => {
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
