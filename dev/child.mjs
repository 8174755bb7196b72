import { spawn } from 'node:child_process';

/** For Node with an IPC channel: it ends with its parent, even with one that is killed. */
export const WITH_PARENT = ['--import', new URL('ends-with-parent.mjs', import.meta.url).href];

/**
 * Environment of the service. glibc keeps the memory of freed buffers in between those that are in use; buffers of this
 * size and more, such as cached pages of 100 records, are given back.
 */
export const SERVICE_MEMORY = { MALLOC_MMAP_THRESHOLD_: '65536' };

const PARENT_CHECK_EVERY_MS = 300;
const STATUSES = { SIGINT: 130, SIGTERM: 143 };

/**
 * Calls back once, at the first SIGINT or SIGTERM. npm does not pass SIGTERM on, so the end of npm counts as SIGTERM.
 * @param {(signal: 'SIGINT' | 'SIGTERM') => void} callback
 */
export function onEnd(callback) {
  let ended = false;
  const end = (/** @type {'SIGINT' | 'SIGTERM'} */ signal) => {
    if (ended) return;
    ended = true;
    callback(signal);
  };
  process.on('SIGINT', () => end('SIGINT'));
  process.on('SIGTERM', () => end('SIGTERM'));
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end('SIGTERM');
  }, PARENT_CHECK_EVERY_MS).unref();
}

/**
 * Makes this process the parent of a command, to which it passes signals. Its own exit status after one is the command's
 * usual one, 0 for the service at SIGTERM.
 * @param {boolean} isService
 */
export function becomeParent(isService) {
  const stop = new AbortController();
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  onEnd((name) => {
    process.exitCode = isService && name === 'SIGTERM' ? 0 : STATUSES[name];
    stop.abort();
    child?.kill(name);
  });
  return {
    /** Aborted at the first signal. */
    signal: stop.signal,
    /**
     * Runs Node until it ends. Returns its status.
     * @param {readonly string[]} parameters @param {NodeJS.ProcessEnv} environment
     * @param {(text: string) => void} [onOutput] receives its output, which goes to that of this process otherwise
     * @returns {Promise<number>}
     */
    run: (parameters, environment, onOutput) => {
      const running = spawn(process.execPath, [...WITH_PARENT, ...parameters], {
        env: { ...(isService && SERVICE_MEMORY), ...process.env, ...environment },
        stdio: ['inherit', onOutput === undefined ? 'inherit' : 'pipe', 'inherit', 'ipc'],
      });
      child = running;
      if (onOutput !== undefined) running.stdout?.setEncoding('utf8').on('data', onOutput);
      return new Promise((resolve, reject) => {
        running.once('close', (status) => resolve(status ?? Number(process.exitCode ?? 1))).once('error', reject);
      });
    },
  };
}
