/** Work of a command that can't go on; the message says why and what is left behind. */
export class WorkFailure extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
  }
}
