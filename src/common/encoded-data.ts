/** The `data` of an answer as the bytes of its JSON. */
export class EncodedData<Data extends object = object> {
  /** Never set. It carries the type that the JSON decodes to. */
  declare readonly decodesTo: Data;

  constructor(
    readonly json: Buffer,
    /** Records in the list; undefined for data without a list. */
    readonly hits: number | undefined,
    /** Seconds since the data was confirmed to be current; set only while it can't be confirmed. */
    readonly ageSeconds?: number,
  ) {}

  decode(): Data {
    return JSON.parse(this.json.toString()) as Data;
  }

  /** Encodes data that may be encoded already. */
  static of<Data extends object>(data: Data | EncodedData<Data>): EncodedData<Data> {
    if (data instanceof EncodedData) return data;
    const { list } = data as { list?: unknown };
    return new EncodedData(Buffer.from(JSON.stringify(data)), Array.isArray(list) ? list.length : undefined);
  }
}

interface RecordPage {
  /** The number of matching records. Only the first page's is read. */
  readonly total: number;
  /** The records of all pages, where these are not all that match, up to the limit. */
  readonly rows?: number;
  readonly records: readonly object[];
}

/** The parts of an export. The first one exists even without a match. */
export type RecordPages = AsyncGenerator<RecordPage, void, undefined>;

/** Rows of an export whose records are looked up at once. */
const EXPORT_STEP = 1000;

/** The parts of an export whose rows are known. */
export async function* pagesOf<Row>(
  rows: readonly Row[],
  total: number,
  recordsOf: (rows: readonly Row[]) => Promise<readonly object[]>,
): RecordPages {
  for (let at = 0; at === 0 || at < rows.length; at += EXPORT_STEP) {
    yield { total, rows: rows.length, records: await recordsOf(rows.slice(at, at + EXPORT_STEP)) };
  }
}
