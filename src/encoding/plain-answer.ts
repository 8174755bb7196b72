import { EncodedData, fromLatin1, toLatin1 } from './encoded-data.js';
import type { DecodedAnswer, Naming, ReadAnswer } from './search-answer.js';
import { missingRecord, refusePartial, unknownForm } from './search-answer.js';

/**
 * The whole answer of a search, decoded.
 * @throws UnavailableFailure (503) when it is partial, InternalFailure (500) when it is none of a search
 */
export function decodeAnswer<Answer extends object>(chunks: readonly string[]): Answer {
  const answer = decoded(fromLatin1(chunks.join(''))) as (Answer & DecodedAnswer) | undefined;
  if (answer?.hits?.hits === undefined) throw unknownForm();
  refusePartial(answer);
  return answer;
}

function decoded(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw unknownForm();
  }
}

/** Reads an answer the plain way: everything is decoded, named and encoded again. */
export const plainAnswer: ReadAnswer = (chunks) => {
  const { hits } = decodeAnswer<DecodedAnswer>(chunks);
  const records = (naming: Naming | undefined): object[] =>
    hits.hits.map(({ _source }) => {
      const { record } = (_source ?? {}) as { record?: unknown };
      if (typeof record !== 'object' || record === null || Array.isArray(record)) throw missingRecord();
      return named(record, naming);
    });
  return {
    total: hits.total?.value ?? 0,
    documents: <Document>() => hits.hits.map(({ _source }) => _source as Document),
    page: <Data extends { list: unknown[] }>(fields: Omit<Data, 'list'>, naming?: Naming) =>
      EncodedData.of({ ...fields, list: records(naming) } as unknown as Data),
    records: (naming?: Naming) => records(naming).map((record) => toLatin1(JSON.stringify(record))),
  };
};

interface Category {
  readonly id?: unknown;
  readonly category_id?: unknown;
  readonly name?: unknown;
}

const LEVEL = /^l[123]$/;

/** A copy of a value in a record, its categories named; `key` is the name of the field that holds it. */
function named<Value>(value: Value, naming: Naming | undefined, key = ''): Value {
  if (naming === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => named(item, naming)) as Value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, named(member, naming, name)]));
  const { id, category_id: creatorId } = value as Category;
  const { creator, product, lang } = naming;
  const tree = LEVEL.test(key) ? product : key === 'category' ? creator : undefined;
  const name = typeof id === 'number' ? tree?.name(id, lang) : undefined;
  if (name !== undefined) copy.name = name;
  const creatorName = typeof creatorId === 'number' ? creator?.name(creatorId, lang) : undefined;
  if (creatorName !== undefined && 'category_name' in copy) copy.category_name = creatorName;
  return copy as Value;
}
