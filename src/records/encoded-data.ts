const COMMA = Buffer.from(',');
const LIST_END = Buffer.from(']}');

/** The `data` of an answer as the bytes of its JSON. */
export class EncodedData<Data extends object = object> {
  /** Never set: the type the JSON decodes to. */
  declare readonly decodesTo: Data;

  constructor(
    readonly json: Buffer,
    /** Records in its list, where it has one. */
    readonly hits: number | undefined,
    /** Seconds since the data was last confirmed to be current; set on pages served while that can't be done. */
    readonly ageSeconds?: number,
  ) {}

  /** The data, decoded. */
  decode(): Data {
    return JSON.parse(this.json.toString()) as Data;
  }

  /** Encodes data, unless it is encoded already. */
  static of<Data extends object>(data: Data | EncodedData<Data>): EncodedData<Data> {
    if (data instanceof EncodedData) return data;
    const { list } = data as { list?: unknown };
    return new EncodedData(Buffer.from(JSON.stringify(data)), Array.isArray(list) ? list.length : undefined);
  }

  /**
   * Data whose list is encoded already.
   * @param fields what stands before the list
   * @param records the JSON of each record
   */
  static withList<Data extends { list: unknown[] }>(
    fields: Omit<Data, 'list'>,
    records: readonly string[],
  ): EncodedData<Data> {
    const head = JSON.stringify(fields).slice(0, -1);
    const parts = [Buffer.from(`${head}${head === '{' ? '' : ','}"list":[`)];
    for (const record of records) parts.push(Buffer.from(record), COMMA);
    if (records.length > 0) parts.pop();
    return new EncodedData(Buffer.concat([...parts, LIST_END]), records.length);
  }
}
