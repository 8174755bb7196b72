import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadLines, LoadReport } from '../../elastic/state/load-report.js';
import { loadReportId } from '../../elastic/state/load-report.js';
import type { StateStore } from '../../elastic/state/state-store.js';
import type { LoadKind } from '../load-kind.js';

/** The load that is reported. */
export interface ReportedLoad {
  readonly kind: LoadKind;
  readonly mode: string;
  /** How far it is. */
  readonly lines: () => LoadLines;
  /** Aborted when the kind's lock is lost: then another load may report. */
  readonly lost: AbortSignal;
}

const SAY_EVERY_MS = 3000;
const TIMEOUT_MS = 2000;

const now = (): string => new Date().toISOString();

/**
 * Runs a load. Writes its progress to the cluster every few seconds, and its result at the end. The caller holds the
 * kind's lock. A report that can't be written does not affect the load.
 * @param work returns the final counts of lines; its errors are rethrown
 */
export async function reportLoad<Lines extends LoadLines>(
  store: StateStore,
  { kind, mode, lines, lost }: ReportedLoad,
  work: () => Promise<Lines>,
): Promise<Lines> {
  const id = loadReportId(kind);
  const started_at = now();
  const stop = new AbortController();
  const say = async (report: LoadReport): Promise<void> => {
    if (lost.aborted) return;
    await store.put(id, report, undefined, { timeoutMs: TIMEOUT_MS }).catch(() => undefined);
  };
  const saying = (async () => {
    const before = await store.get<LoadReport>(id, { timeoutMs: TIMEOUT_MS }).catch(() => undefined);
    const last = before?.value.last;
    while (!stop.signal.aborted) {
      await say({ active: { mode, started_at, heard_at: now(), lines: lines() }, ...(last && { last }) });
      await sleep(SAY_EVERY_MS, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    }
  })();
  const end = async (succeeded: boolean, ended: LoadLines): Promise<void> => {
    stop.abort();
    await saying;
    await say({ last: { mode, started_at, ended_at: now(), succeeded, lines: ended } });
  };
  try {
    const ended = await work();
    await end(true, ended);
    return ended;
  } catch (error) {
    await end(false, lines());
    throw error;
  }
}
