import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = () => Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
let ticks;

/** CPU seconds that the processes of a group have used so far; undefined where the system does not tell. */
export function groupCpuSeconds(group) {
  if (group === undefined || process.platform !== 'linux') return undefined;
  ticks ??= ticksPerSecond();
  const used = statsOf(({ groupOf }) => groupOf === group).map(({ fields }) => Number(fields[11]) + Number(fields[12]));
  return used.reduce((total, one) => total + one, 0) / ticks;
}

/** Bytes in memory of the processes of a group; pages that they share count for each. */
export function groupResidentBytes(group) {
  return residentBytes(({ groupOf }) => groupOf === group);
}

/** Bytes in memory of one process. */
export function processResidentBytes(pid) {
  return residentBytes((process) => process.pid === pid);
}

function residentBytes(isOne) {
  return statsOf(isOne).reduce((total, { pid }) => total + residentOf(pid), 0);
}

function residentOf(pid) {
  try {
    return Number(/^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** The fields of `/proc/PID/stat` of the processes wanted; none where there is no such folder. */
function statsOf(isOne) {
  const found = [];
  if (process.platform !== 'linux') return found;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const fields = afterName(readFileSync(`/proc/${entry}/stat`, 'utf8'));
      const one = { pid: Number(entry), groupOf: Number(fields[2]), fields };
      if (isOne(one)) found.push(one);
    } catch {
      // The process has ended meanwhile.
    }
  }
  return found;
}

/** A process's fields from the third on: its name, which may hold anything, ends at the last parenthesis. */
const afterName = (stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' ');
