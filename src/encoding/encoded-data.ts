/** A text's UTF-8 bytes, one character each (latin1): how encoded JSON is held until it is sent. */
export const toLatin1 = (text: string): string => Buffer.from(text).toString('latin1');

/** The text whose UTF-8 bytes are these characters. */
export const fromLatin1 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');

/** The `data` of an answer, encoded already: JSON as `toLatin1` gives it. */
export class EncodedData<Data extends object = object> {
  /** Never set: the type the JSON decodes to. */
  declare readonly decodesTo: Data;

  constructor(
    /** UTF-8 bytes as latin1 characters. */
    readonly json: string,
    /** Records in its list, where it has one. */
    readonly hits: number | undefined,
    /** Seconds since the data was last confirmed to be current; set on pages served while that can't be done. */
    readonly ageSeconds?: number,
  ) {}

  /** The data, decoded. */
  decode(): Data {
    return JSON.parse(fromLatin1(this.json)) as Data;
  }

  /** Encodes data, unless it is encoded already. */
  static of<Data extends object>(data: Data | EncodedData<Data>): EncodedData<Data> {
    if (data instanceof EncodedData) return data;
    const { list } = data as { list?: unknown };
    return new EncodedData(toLatin1(JSON.stringify(data)), Array.isArray(list) ? list.length : undefined);
  }

  /**
   * Data whose list is encoded already.
   * @param fields what stands before the list
   * @param records the JSON of each record, as `toLatin1` gives it
   */
  static withList<Data extends { list: unknown[] }>(
    fields: Omit<Data, 'list'>,
    records: readonly string[],
  ): EncodedData<Data> {
    const head = toLatin1(JSON.stringify(fields)).slice(0, -1);
    return new EncodedData(`${head}${head === '{' ? '' : ','}"list":[${records.join()}]}`, records.length);
  }
}
