import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../../config/config.js';
import { PROJECT_DIR } from '../../config/project-dir.js';
import type { EmbeddedNodeState } from '../../embedded-node/embedded-connection.js';
import { requireListenAddress } from '../process/listen-address.js';
import type { Finding } from './finding.js';
import { fault, fine } from './finding.js';

const MIB = 1024 * 1024;
/** Disk space for the first start (README). */
const NEEDED_DISK_MIB = 1024;
/** Heap of the service (`npm run serve`). */
const SERVICE_MIB = 512;
/** Memory of a JVM besides its heap. */
const JVM_MIB = 256;
const PROBE_TIMEOUT_MS = 2000;

/** The machine that is checked; tests replace it. */
export interface Machine {
  readonly nodeVersion: string;
  readonly javaFolders?: readonly string[];
  /** Free disk space at a path, in bytes. */
  freeDisk(path: string): Promise<number>;
  /** Free memory in bytes. */
  freeMemory(): number;
}

export const THIS_MACHINE: Machine = {
  nodeVersion: process.versions.node,
  freeDisk: async (path) => {
    const { bavail, bsize } = await statfs(path).catch(() => statfs(dirname(path)));
    return bavail * bsize;
  },
  freeMemory: () => process.availableMemory(),
};

/** Compares the release of Node with package.json. */
export function checkNode({ nodeVersion }: Machine): Finding {
  const { engines } = JSON.parse(readFileSync(join(PROJECT_DIR, 'package.json'), 'utf8')) as {
    engines: { node: string };
  };
  const wanted = engines.node.replace('>=', '');
  const numbers = (version: string): number[] => version.split('.').map(Number);
  const [[major = 0, minor = 0], [oldestMajor = 0, oldestMinor = 0]] = [numbers(nodeVersion), numbers(wanted)];
  const isEnough = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  return isEnough
    ? fine('node', `Node ${nodeVersion}.`)
    : fault('node', `Node ${nodeVersion} is too old; install ${wanted} or newer.`);
}

/** Checks that the port of the service is free, or that the service runs on it. */
export async function checkPort(config: Config): Promise<{ readonly finding: Finding; readonly isServing: boolean }> {
  try {
    await requireListenAddress(config);
    return { finding: fine('port', `Port ${config.port} is free.`), isServing: false };
  } catch (error) {
    const isServing = await answersAsService(config);
    const serving = `The service answers on port ${config.port}.`;
    return { finding: isServing ? fine('port', serving) : fault('port', (error as Error).message), isServing };
  }
}

async function answersAsService({ host, port }: Config): Promise<boolean> {
  try {
    const answer = await fetch(`http://${host}:${port}/health/live`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return ((await answer.json()) as { status?: unknown }).status === 'live';
  } catch {
    return false;
  }
}

/** Checks what the embedded node needs: a JDK, Maven, its port and disk space. */
export async function checkEmbeddedNode(node: EmbeddedNodeState, machine: Machine): Promise<Finding[]> {
  const tool = (check: string, found: string | Error): Finding =>
    found instanceof Error ? fault(check, found.message) : fine(check, `${found}.`);
  const { dataDir, java, maven, portTrouble } = node;
  const free = Math.floor((await machine.freeDisk(dataDir)) / MIB);
  const room = `${free} MiB are free for ${dataDir}`;
  return [
    tool('jdk', java),
    tool('maven', maven),
    ...(portTrouble === undefined ? [] : [fault('node port', portTrouble.message)]),
    free >= NEEDED_DISK_MIB
      ? fine('disk', `${room}.`)
      : fault('disk', `${room}; ${NEEDED_DISK_MIB} are needed: delete something, or set DATA_DIR to another disk.`),
  ];
}

/** Checks that there is memory for the processes that are not running. */
export function checkMemory(machine: Machine, isServing: boolean, heap: string | undefined): Finding {
  const free = Math.floor(machine.freeMemory() / MIB);
  const needed = (isServing ? 0 : SERVICE_MIB) + (heap === undefined ? 0 : mebibytes(heap) + JVM_MIB);
  const room = `${free} MiB of memory are free`;
  if (free >= needed) return fine('memory', `${room}.`);
  return fault(
    'memory',
    `${room}; ${needed} are needed: stop other programs, or use a cluster on another machine (ELASTICSEARCH_URL).`,
  );
}

/** A heap such as 512m or 2g. */
const mebibytes = (heap: string): number => Number.parseInt(heap, 10) * (heap.endsWith('g') ? 1024 : 1);
