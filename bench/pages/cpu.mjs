import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = () => Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
let ticks;

/** CPU seconds that the processes of a group have used so far; undefined where the system does not tell. */
export function groupCpuSeconds(group) {
  if (group === undefined || process.platform !== 'linux') return undefined;
  ticks ??= ticksPerSecond();
  let used = 0;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const fields = afterName(readFileSync(`/proc/${entry}/stat`, 'utf8'));
      if (Number(fields[2]) === group) used += Number(fields[11]) + Number(fields[12]);
    } catch {
      // The process has ended meanwhile.
    }
  }
  return used / ticks;
}

/** A process's fields from the third on: its name, which may hold anything, ends at the last parenthesis. */
const afterName = (stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' ');
