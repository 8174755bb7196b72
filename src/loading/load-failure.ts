/** A load that can't go on; the message says why and what is left behind. */
export class LoadFailure extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
  }
}
