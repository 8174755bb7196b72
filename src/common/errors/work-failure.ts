/** A command can't go on. The message says why, and what the command has left behind. */
export class WorkFailure extends Error {}
