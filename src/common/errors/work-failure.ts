/** A command can't go on. The message says why, and what the command has left behind. */
export class WorkFailure extends Error {}

/** Why the service can't listen. */
export const listenFailure = (error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }): Error =>
  new WorkFailure(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is in use. Is the service already running? Set PORT to another port to run a second one.`
      : `${host}:${port} can’t be listened on: ${error.message}.`,
  );
