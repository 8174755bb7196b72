import { useMemo, useState } from 'preact/hooks';
import { pageOf, recordRequests } from '../model/entity-pages.js';
import { textAt } from '../model/field-text.js';
import { isSame, type Listed, type ListedRow, listedRows, type RankedThings, rankRequests } from '../model/lists.js';
import { beforeOf } from '../model/periods.js';
import type { SentRequest } from '../model/snippets.js';
import type { EntityId } from '../model/views.js';
import { failureOf, type Rows, useAnswers } from './use-answer.js';

/**
 * The things of a list with their figures of a week. Those that sold nothing then are asked for the week before, and for
 * their names where nobody has them.
 * @param things those of the first call are asked for
 */
export function useListed(things: readonly Listed[], week: string) {
  const [first] = useState(things);
  const [asked] = useState(() => rankRequests(first, week));
  const ranked = useAnswers<RankedThings>(asked.map(requestOf));
  const before = beforeOf(ranked.success?.data[0]);
  const askedBefore = useMemo(() => {
    const rows = ranked.success ? listedRows(first, week, asked, ranked.success.data) : [];
    const quiet = rows.filter(({ row }) => row === undefined);
    return before === ''
      ? []
      : rankRequests(
          quiet.map((thing) => ({ ...thing, added: undefined })),
          before,
        );
  }, [ranked.success]);
  const past = useAnswers<RankedThings>(askedBefore.map(requestOf));
  const answers = ranked.success && [...ranked.success.data, ...(past.success?.data ?? [])];
  const rows = answers && listedRows(first, week, [...asked, ...askedBefore], answers);
  const nameless = past.loading ? [] : (rows?.filter(({ name }) => name === '') ?? []);
  const idsOf = (entity: EntityId): string[] => nameless.filter((own) => own.entity === entity).map(({ id }) => id);
  const kinds = [...new Set(nameless.map(({ entity }) => entity))];
  const records = useAnswers<Rows<unknown>>(kinds.flatMap((entity) => recordRequests(pageOf(entity), idsOf(entity))));
  const nameOf = ({ entity, id, name }: ListedRow): string => {
    const { names } = pageOf(entity).record;
    const found = records.success?.data.flatMap(({ list }) => list);
    const record = found?.find((own) => textAt(own, names.id) === id);
    return name || textAt(record, names.title);
  };
  return {
    ...failureOf([ranked, past, records]),
    rows: rows?.filter((row) => things.some((own) => isSame(own, row))).map((row) => ({ ...row, name: nameOf(row) })),
    /** The week that the newest is compared with. */
    before,
  };
}

const requestOf = ({ path, body }: SentRequest): SentRequest => ({ path, body });
