/** A longer line is rejected. The largest record of the API is 1,000 times smaller. */
export const LONGEST_LINE_BYTES = 10 * 1024 * 1024;
export const LONGEST = `${LONGEST_LINE_BYTES.toLocaleString('en-US')} bytes`;

/** A line of an input without its line end; `bytes` is undefined when the line is too long to be kept in memory. */
export interface RawLine {
  readonly number: number;
  readonly bytes: Buffer | undefined;
  readonly length: number;
}
