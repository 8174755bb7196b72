import { WorkFailure } from '../common/errors/failure.js';
import type { LoadItem } from './load-item.js';
import { applyChange, columnsOf, descriptionOf, loadOf, parseRecord } from './load-kind.js';
import type { LoadRequest, RecordSource } from './record-source.js';
import { DELETED, type MakeChanges } from './writing/merge-records.js';

const MOST_NAMED = 12;

type Stored = Parameters<MakeChanges>[1];

/** An item after those with its id that it replaces. */
const linesOf = (item: LoadItem): LoadItem[] => [...(item.replaces ? linesOf(item.replaces) : []), item];
const hasValue = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

/** What the items of a load change of the records that are stored. */
export const changesOfLoad =
  (request: LoadRequest, source: RecordSource): MakeChanges =>
  async (items, stored) => {
    const { mode, whole } = request;
    if (mode === 'delete') return items.map(() => DELETED);
    if (mode === 'update') return updates(request, source, items, stored);
    if (mode === 'merge' && whole !== true) refuseToEmpty(request, source, items, stored);
    return items;
  };

async function updates({ kind, add }: LoadRequest, source: RecordSource, items: readonly LoadItem[], stored: Stored) {
  const values = items.map((item, at) => {
    const before = stored[at];
    if (before === undefined && add !== true) return undefined;
    return linesOf(item).reduce(
      (record, line) => applyChange(kind, record, parseRecord(line.source)),
      before === undefined ? {} : loadOf(kind, parseRecord(before.source)),
    );
  });
  const origins = items.map(({ origin }) => origin);
  const made = await source.itemsOf(values, origins);
  return items.map(({ id }, at) => {
    if (values[at] === undefined) return { refused: `${id} is not stored; --add loads it as new.` };
    const item = made[at] as (typeof made)[number];
    return 'reasons' in item ? { refused: item.reasons.join(' ') } : item;
  });
}

/** @throws WorkFailure when fields that no line has would lose values */
function refuseToEmpty({ kind }: LoadRequest, { sentPaths }: RecordSource, items: readonly LoadItem[], stored: Stored) {
  const { made } = descriptionOf(kind);
  const open = columnsOf(kind)
    .filter(({ path }) => !sentPaths.has(path) && !made[path]?.every((other) => sentPaths.has(other)))
    .sort((one, other) => Number(one.path in made) - Number(other.path in made));
  const emptied = new Set<string>();
  for (const [at, { returned }] of open.length === 0 ? [] : items.entries()) {
    const before = stored[at]?.source;
    if (before === undefined || before.equals(returned)) continue;
    const [old, next] = [before, returned].map((source) => loadOf(kind, parseRecord(source)));
    for (const { path, valueOf } of open)
      if (hasValue(valueOf(old)) && !hasValue(valueOf(next)) && !made[path]?.some((other) => emptied.has(other)))
        emptied.add(path);
  }
  if (emptied.size === 0) return;
  const names = [...emptied].slice(0, MOST_NAMED).join(', ');
  const others = emptied.size > MOST_NAMED ? ` and ${emptied.size - MOST_NAMED} more` : '';
  throw new WorkFailure(
    `The inputs lack fields that stored ${kind} have: ${names}${others}. This merge would empty them and was stopped. --update changes only the fields that the inputs have; --whole stores the lines as whole records.`,
  );
}
