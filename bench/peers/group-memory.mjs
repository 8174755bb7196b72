import { readdirSync, readFileSync } from 'node:fs';

/**
 * Bytes of memory that the processes of a group have resident, pages that several share counted once; undefined where
 * the system does not tell. Pages of index files that are mapped count too.
 */
export function groupResidentBytes(group) {
  if (process.platform !== 'linux') return undefined;
  let kilobytes = 0;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      if (groupOf(entry) === group) kilobytes += shareOf(entry);
    } catch {
      // The process has ended meanwhile.
    }
  }
  return kilobytes * 1024;
}

function groupOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
}

const shareOf = (pid) => Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]);
