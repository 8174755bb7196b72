import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Loaded into a server before anything else: tells its parent what the process itself alone can measure, and ends with it. */
const RESOLUTION_MS = 10;
const SAMPLE_MS = 250;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
let cpuBefore = process.cpuUsage();
let highestRss = 0;
setInterval(() => (highestRss = Math.max(highestRss, process.memoryUsage.rss())), SAMPLE_MS).unref();

process.on('message', ({ id, call }) => process.send({ id, result: call === 'reset' ? reset() : read() }));
process.channel?.unref();
process.once('disconnect', () => process.exit());

function reset() {
  delays.reset();
  cpuBefore = process.cpuUsage();
  highestRss = process.memoryUsage.rss();
}

/** Since the last reset; a delay is what a timer came late, the wait that was asked for not counted. */
function read() {
  const { user, system } = process.cpuUsage(cpuBefore);
  const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  return {
    cpuSeconds: (user + system) / 1e6,
    delayP99: late(delays.percentile(99)),
    delayMax: late(delays.max),
    rssMegabytes: highestRss / 1e6,
  };
}
