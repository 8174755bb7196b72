import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApiError,
  type CommerceClient,
  CommerceError,
  DataChangedError,
  PageWindowError,
  responseOf,
} from './index.js';
import { type Rows, UsageError } from './lists.js';
import { valueAt, writeWhole } from './row-writer.js';
import { parsed } from './transport.js';

export type Row = Readonly<Record<string, unknown>>;

/** A row with the fields that identify it, and its place from 1: its rank in a ranking, else where it stands in the list. */
export interface Placed {
  readonly id: Row;
  readonly row: Row;
  readonly place: number;
}

/** What became of a row. Places count from 1. */
export interface Change {
  readonly change: 'new' | 'gone' | 'moved' | 'changed' | `entered the first ${number}` | `left the first ${number}`;
  readonly id: Row;
  readonly place: number | null;
  readonly previous_place: number | null;
  /** The row as it is; of one that is gone as it was. */
  readonly row: Row;
  /** The former values of fields that changed. */
  readonly previous: Row;
}

export const textOf = (value: unknown): string => JSON.stringify(value);

/** Rows that can be compared with others, all of a list or the first ones. */
export interface Listing<One extends Placed> {
  readonly rows: readonly One[];
  readonly isWhole: boolean;
}

/** What became of the rows of a list, of those that are reported. */
export function changesBetween<One extends Placed>(
  before: Listing<One>,
  now: Listing<One>,
  isReported: (now: One | undefined, was: One | undefined) => boolean,
): Change[] {
  const old = new Map(before.rows.map((row) => [textOf(row.id), row]));
  const come = before.isWhole ? 'new' : (`entered the first ${before.rows.length}` as const);
  const left = now.isWhole ? 'gone' : (`left the first ${now.rows.length}` as const);
  const changes = now.rows.flatMap((one): Change[] => {
    const was = old.get(textOf(one.id));
    old.delete(textOf(one.id));
    if (!isReported(one, was)) return [];
    const { place, id, row } = one;
    if (was === undefined) return [{ change: come, id, place, previous_place: null, row, previous: {} }];
    const change = was.place === place ? 'changed' : 'moved';
    return [{ change, id, place, previous_place: was.place, row, previous: formerValues(was.row, row) }];
  });
  const gone = [...old.values()].filter((was) => isReported(undefined, was));
  return [
    ...changes,
    ...gone.map(({ id, place, row }): Change => {
      return { change: left, id, place: null, previous_place: place, row, previous: {} };
    }),
  ];
}

/** Whether a row is new, at another place, has other values or is gone. */
export const hasChanged = (now: Placed | undefined, was: Placed | undefined): boolean =>
  now === undefined || was?.place !== now.place || Object.keys(formerValues(was.row, now.row)).length > 0;

/** The values of a row before, of the fields that have changed. */
function formerValues(old: Row, row: Row): Row {
  const names = [...new Set([...Object.keys(old), ...Object.keys(row)])];
  const changed = names.filter((name) => textOf(old[name]) !== textOf(row[name]));
  return Object.fromEntries(changed.map((name) => [name, old[name] ?? null]));
}

/** The rows at a version of the data. */
interface State {
  /** What was asked, so that a file is not taken for that of another question. */
  readonly question: unknown;
  readonly data_version: string;
  /** Without their places, which are those in the list. */
  readonly rows: readonly Omit<Placed, 'place'>[];
}

export interface Watch {
  readonly client: CommerceClient;
  readonly ask: () => Rows | Promise<Rows>;
  /** The paths of the fields that identify a row. */
  readonly key: readonly string[];
  /** The fields of a row that are compared and printed. */
  readonly chosen: (row: object) => object;
  readonly question: unknown;
  readonly everySeconds: number;
  readonly once: boolean;
  /** The path of a file that keeps the rows between two runs. */
  readonly state: string | undefined;
}

/**
 * Prints a line of JSON for each change of the rows, whenever the version of the data is another. The first look only
 * notes them. Rows are noted after their changes are written: what a reader did not get comes again.
 * @throws UsageError for a file of another question, and what a call throws, unless it may pass and more looks follow
 */
export async function watchRows({ client, everySeconds, once, state, question, ...watch }: Watch): Promise<void> {
  let known = state === undefined ? undefined : readState(state, question);
  for (;;) {
    try {
      const data_version = await versionOf(client);
      if (data_version !== known?.data_version) {
        const rows: State['rows'][number][] = [];
        for await (const row of (await watch.ask()) as AsyncIterable<Row>) {
          rows.push({ id: idOf(row, watch.key), row: watch.chosen(row) as Row });
        }
        const changes = known && changesBetween(whole(known.rows), whole(rows), hasChanged);
        for (const change of changes ?? []) await writeWhole(`${textOf({ ...change, data_version })}\n`);
        known = { question, data_version, rows };
        if (state !== undefined) replaceFile(state, textOf(known));
      }
    } catch (error) {
      if (error instanceof DataChangedError) continue;
      if (once || !mayPass(error)) throw error;
      process.stderr.write(`Looking again in ${everySeconds} s: ${(error as Error).message}\n`);
    }
    if (once) return;
    await sleep(everySeconds * 1000);
  }
}

/** The version of the data, from an answer that costs little. */
export async function versionOf(client: CommerceClient): Promise<string> {
  const answer = await client.listCreatorCategories({});
  return responseOf(answer).headers.get('X-Data-Version') ?? '';
}

const whole = (rows: State['rows']): Listing<Placed> => ({
  rows: rows.map((row, at) => ({ ...row, place: at + 1 })),
  isWhole: true,
});

/** The fields that identify a row, by their paths. */
export function idOf(row: Row, key: readonly string[]): Row {
  const fields = key.map((path) => [path, valueAt(row, path)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== null));
}

/** Whether an error may pass by itself, so that another look can succeed. */
export const mayPass = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status === 429 || error.status >= 500
    : error instanceof CommerceError && !(error instanceof PageWindowError);

/** @throws UsageError for a file that can't be used, before anything is asked */
function readState(path: string, question: unknown): State | undefined {
  if (!existsSync(dirname(path))) throw new UsageError(`There is no folder ${dirname(path)} for ${path}.`);
  if (!existsSync(path)) return undefined;
  const text = orUsageError(`${path} can't be read`, () => readFileSync(path, 'utf8'));
  const state = parsed<Partial<State> | null>(text);
  if (!Array.isArray(state?.rows) || state.question === undefined) {
    throw new UsageError(`${path} is broken, or no file of watch; delete it, or name another.`);
  }
  if (textOf(state.question) === textOf(question)) return state as State;
  throw new UsageError(`${path} keeps the rows of another question; give this one a file of its own.`);
}

/** Replaces a file whole, so that a process that ends leaves the one before. @throws UsageError where it can't be written */
export function replaceFile(path: string, text: string, { draft = `${path}.new`, mode = 0o600 } = {}): void {
  orUsageError(`${path} can't be written`, () => {
    writeFileSync(draft, text, { mode, flush: true });
    renameSync(draft, path);
  });
}

/** The text of a file; undefined where there is none. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @throws UsageError where the work throws */
export function orUsageError<Result>(text: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new UsageError(`${text}: ${(error as Error).message}`);
  }
}
