export type EndSignal = 'SIGINT' | 'SIGTERM';

const PARENT_CHECK_EVERY_MS = 300;

/** Calls back once, at the first SIGINT or SIGTERM. npm does not pass SIGTERM on, so the end of npm counts as SIGTERM. */
export function onEnd(callback: (signal: EndSignal) => void): void {
  let ended = false;
  const end = (signal: EndSignal): void => {
    if (ended) return;
    ended = true;
    callback(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(signal));
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end('SIGTERM');
  }, PARENT_CHECK_EVERY_MS).unref();
}
