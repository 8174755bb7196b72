import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadLines, LoadReport } from '../../elastic/state/load-report.js';
import { loadReportId } from '../../elastic/state/load-report.js';
import type { StateStore } from '../../elastic/state/state-store.js';
import type { LoadKind } from '../load-kind.js';

/** A load as it is reported on. */
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
 * Does the work of a load and says in the cluster every few seconds how far it is, and at the end what came of it; to be
 * called with the kind's lock held. Whether any of that gets through makes no difference to the load.
 * @param work returns the lines as they ended; what it throws is thrown
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
