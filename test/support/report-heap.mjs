import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Loaded into a process (`node --import`), writes the memory that is left after a garbage collection at SIGUSR2. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  collect();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stderr.write(`MEMORY ${JSON.stringify({ heapUsed, external, rss })}\n`);
});
