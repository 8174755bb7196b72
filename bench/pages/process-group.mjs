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
    const fields = /^\d+$/.test(entry) ? statOf(entry) : undefined;
    if (fields !== undefined && Number(fields[2]) === group) used += Number(fields[11]) + Number(fields[12]);
  }
  return used / ticks;
}

/** A process and all that it has started, and these in turn, by their ids. */
function treeOf(root) {
  const parents = new Map();
  for (const entry of readdirSync('/proc')) {
    const fields = /^\d+$/.test(entry) ? statOf(entry) : undefined;
    if (fields !== undefined) parents.set(Number(entry), Number(fields[1]));
  }
  const tree = [root];
  for (const id of tree) {
    for (const [child, parent] of parents) if (parent === id) tree.push(child);
  }
  return tree;
}

/** Memory that a process and all below it hold, what they share counted once; undefined where the system does not tell. */
export function treeResidentBytes(root) {
  if (root === undefined || process.platform !== 'linux') return undefined;
  const kilobytes = treeOf(root).map((id) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return kilobytes.reduce((sum, one) => sum + one, 0) * 1024;
}

/** A process's fields as `afterName` gives them; undefined when it has ended. */
function statOf(id) {
  try {
    return afterName(readFileSync(`/proc/${id}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A process's fields from the third on: its name, which may hold anything, ends at the last parenthesis. */
const afterName = (stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' ');
