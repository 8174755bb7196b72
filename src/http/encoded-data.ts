/** The `data` of an answer as the bytes that leave: JSON in UTF-8. */
export class EncodedData<Data extends object = object> {
  /** Never set: what the bytes decode to. */
  declare readonly decodesTo: Data;

  private constructor(
    readonly bytes: Buffer,
    /** Records in its list, where it has one. */
    readonly hits: number | undefined,
  ) {}

  static of<Data extends object>(data: Data): EncodedData<Data> {
    const { list } = data as { list?: unknown };
    return new EncodedData(Buffer.from(JSON.stringify(data)), Array.isArray(list) ? list.length : undefined);
  }

  /**
   * Data whose list is encoded already.
   * @param fields what stands before the list
   * @param list the records' JSON joined by commas, its UTF-8 bytes as characters (latin1)
   */
  static withList<Data extends { list: unknown[] }>(
    fields: Omit<Data, 'list'>,
    list: string,
    hits: number,
  ): EncodedData<Data> {
    const before = JSON.stringify(fields).slice(0, -1);
    return new EncodedData(Buffer.from(`${before},"list":[${list}]}`, 'latin1'), hits);
  }
}
