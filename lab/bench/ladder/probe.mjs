import { readFileSync } from 'node:fs';

/** Loaded into each measured process before anything else: answers its parent with what the process has used, ends with it. */
process.on('message', () =>
  process.send({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss(), readBytes: readBytes() }),
);
process.channel?.unref();
process.once('disconnect', () => process.exit());

/** Bytes that the process has read, most of them from Elasticsearch; NaN where the kernel is not Linux’s. */
function readBytes() {
  try {
    return Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
  } catch {
    return NaN;
  }
}
