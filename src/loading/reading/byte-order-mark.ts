const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Removes a UTF-8 byte order mark at the beginning. */
export async function* withoutByteOrderMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < BYTE_ORDER_MARK.length) continue;
    yield startsWithMark(head) ? head.subarray(BYTE_ORDER_MARK.length) : head;
    head = undefined;
  }
  if (head !== undefined && head.length > 0) yield head;
}

const startsWithMark = (head: Buffer): boolean => head.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
