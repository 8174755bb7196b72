import { bytesAsCharacters } from '../../records/names/encoded-record.js';

/** The `data` of an answer as it leaves: JSON whose UTF-8 bytes are characters (latin1), which one write can send. */
export class EncodedData<Data extends object = object> {
  /** Never set: what the JSON decodes to. */
  declare readonly decodesTo: Data;

  constructor(
    /** Bytes as characters (latin1). */
    readonly json: string,
    /** Records in its list, where it has one. */
    readonly hits: number | undefined,
  ) {}

  static of<Data extends object>(data: Data): EncodedData<Data> {
    const { list } = data as { list?: unknown };
    return new EncodedData(bytesAsCharacters(JSON.stringify(data)), Array.isArray(list) ? list.length : undefined);
  }

  /**
   * Data whose list is encoded already.
   * @param fields what stands before the list
   * @param records the JSON of each record, its UTF-8 bytes as characters (latin1)
   */
  static withList<Data extends { list: unknown[] }>(
    fields: Omit<Data, 'list'>,
    records: readonly string[],
  ): EncodedData<Data> {
    let json = `${bytesAsCharacters(JSON.stringify(fields)).slice(0, -1)},"list":[`;
    let comma = '';
    for (const record of records) {
      json += comma + record;
      comma = ',';
    }
    return new EncodedData(`${json}]}`, records.length);
  }
}
