import { Injectable } from '@nestjs/common';
import type { Lang } from '../common/lang.js';
import type { IndexKind } from '../common/record-kind.js';
import { type CategoryRecord, localizeCategory } from '../documents/category.record.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';
import { BY_ID } from '../search/compiler/clauses.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import { wholeRecord } from '../fields/field.js';
import { type Subject, SUBJECTS } from '../subjects/subjects.js';

interface HitsAnswer<Hit> {
  readonly hits: { readonly hits: readonly Hit[] };
}

/** Subjects with a record of their own; categories are named by their tree. */
type Recorded = Exclude<Subject, 'category'>;

interface FieldsHit {
  readonly fields: Readonly<Record<string, readonly [string | number]>>;
}

/** The values of fields of a record; a field without a value is left out. */
type RecordFields = Readonly<Record<string, string | number | undefined>>;

type ShortRecordOf = { readonly [By in Recorded]: InstanceType<(typeof SUBJECTS)[By]['record']> };

/** The fields of a row that name its subject: the id and the record behind it, or the category. */
type SubjectFields = { readonly [By in Recorded]?: ShortRecordOf[By] | null } & {
  readonly category?: CategoryRecord | null;
};

/** Finds the records behind the rows of breakdowns and rankings, as they are loaded now: at most 10,000 at once. */
@Injectable()
export class ShortRecords {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly trees: CategoryTrees,
  ) {}

  /** The loaded records by id. A shop has the name that its product with the first id gives it. */
  async find<By extends Recorded>(by: By, ids: readonly string[]): Promise<ReadonlyMap<string, ShortRecordOf[By]>> {
    if (ids.length === 0) return new Map();
    const { index, id, record: short } = SUBJECTS[by];
    const found = await this.hitsOf<{ readonly _source: { readonly record: string } }>(index, id, ids, {
      ...(by === 'shop' && { collapse: { field: id }, sort: BY_ID }),
      _source: ['record'],
    });
    return new Map(
      found.map(({ _source }) => {
        const record = JSON.parse(_source.record) as { readonly shop?: object };
        const shown = wholeRecord<object>(short, { ...record.shop, ...record }) as ShortRecordOf[By];
        return [String(shown[id as keyof typeof shown]), shown];
      }),
    );
  }

  /** Returns a function from the id of a subject to the fields of a row that name it. */
  async subjectFields(
    subject: Subject,
    ids: readonly string[],
    lang: Lang,
  ): Promise<(id: string | null) => SubjectFields> {
    if (subject === 'category') {
      const tree = await this.trees.get('product-categories');
      return (id) => ({ category: id === null ? null : localizeCategory({ id: Number(id), name: null }, tree, lang) });
    }
    const found = await this.find(subject, ids);
    return (id) => ({ [SUBJECTS[subject].id]: id, [subject]: found.get(id ?? '') ?? null });
  }

  /** The values of fields of each loaded product. */
  async fieldsOf(ids: readonly string[], fields: readonly string[]): Promise<ReadonlyMap<string, RecordFields>> {
    const { index, id } = SUBJECTS.product;
    const hits = await this.hitsOf<FieldsHit>(index, id, ids, { _source: false, docvalue_fields: [id, ...fields] });
    return new Map(
      hits.map(({ fields: found }) => {
        const values = Object.fromEntries(Object.entries(found).map(([name, [value]]) => [name, value]));
        return [String(values[id]), values];
      }),
    );
  }

  private async hitsOf<Hit>(
    index: IndexKind,
    field: string,
    ids: readonly string[],
    parts: object,
  ): Promise<readonly Hit[]> {
    const body = { query: { terms: { [field]: ids } }, size: ids.length, track_total_hits: false, ...parts };
    return (await this.gateway.searchRaw<HitsAnswer<Hit>>(index, body)).hits.hits;
  }
}
