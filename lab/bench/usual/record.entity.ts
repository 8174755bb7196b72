/** A record as it leaves; the documents hold it whole. */
export class RecordEntity {
  constructor(record: object) {
    Object.assign(this, record);
  }
}
