type EndSignal = 'SIGINT' | 'SIGTERM';

/** Calls back once, at the first SIGINT or SIGTERM. */
export function onEnd(callback: (signal: EndSignal) => void): void {
  let ended = false;
  const end = (signal: EndSignal): void => {
    if (ended) return;
    ended = true;
    callback(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(signal));
}
