import { Injectable } from '@nestjs/common';
import type { TreeKind } from '../common/categories/category-tree.js';
import type { JsonObject } from '../common/json-object.js';
import type { Lang } from '../common/lang.js';
import type { IndexKind } from '../common/record-kind.js';
import { type CategoryRecord, localizeCategory, nameCategories, type Naming } from '../documents/category.record.js';
import { type SearchAnswer, SearchGateway } from '../search/gateway/search-gateway.js';
import { BY_ID } from '../search/compiler/clauses.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import { memoize } from '../common/memoize.js';
import { Fields, ObjectField, wholeRecord } from '../fields/field.js';
import { fieldChooser, fieldsOnRequest, isWithin, usualFieldsWith } from '../fields/paths.js';
import { SalesProduct } from '../subjects/product.js';
import { SalesShop } from '../subjects/shop.js';
import { type Subject, subjectOf, SUBJECTS } from '../subjects/subjects.js';

/** Subjects with a record of their own; categories are named by their tree. */
type Recorded = Exclude<Subject, 'category'>;

/** A stored record, as far as a part of it is shown. */
type PartialRecord = JsonObject & { readonly category?: { readonly l1?: object } };

interface StoredDocument {
  readonly record: string;
  readonly tags?: readonly string[];
}

type ShortRecordOf = { readonly [By in Recorded]: InstanceType<(typeof SUBJECTS)[By]['record']> };

/** The fields of a row that name its subject: the id and the record behind it, or the category. */
type SubjectFields = { readonly [By in Recorded]?: ShortRecordOf[By] | null } & {
  readonly category?: CategoryRecord | null;
};

/** The part of a product that rows show, with its shop. */
const withShop = memoize((shown: new () => object): new () => object =>
  Fields({ shop: ObjectField(() => SalesShop, 'Its shop') }, shown),
);

/** Finds the records behind the rows of breakdowns and rankings, as they are loaded now: at most 10,000 at once. */
@Injectable()
export class ShortRecords {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly trees: CategoryTrees,
  ) {}

  /** The loaded records by id, as far as `shown` has fields. A shop has the name that its first product gives it. */
  async find<By extends Recorded>(
    by: By,
    ids: readonly string[],
    shown: new () => object = SUBJECTS[by].record,
    naming?: Naming,
  ): Promise<ReadonlyMap<string, ShortRecordOf[By]>> {
    if (ids.length === 0) return new Map();
    const { index, id, part = '', hasSeveral } = subjectOf(by);
    const found = await this.hitsOf(index, id, ids, {
      ...(hasSeveral && { collapse: { field: id }, sort: BY_ID }),
      _source: ['record', 'tags'],
    });
    return new Map(
      found.map(({ _source }) => {
        const { record: stored, tags } = _source as StoredDocument;
        const record = JSON.parse(stored) as PartialRecord;
        if (naming !== undefined) nameCategories(record as object, naming);
        const { category, [part]: about } = record;
        const short = wholeRecord(shown, { ...(about as object), tags, ...record, category: category?.l1 ?? category });
        return [String(short[id as keyof typeof short]), short as ShortRecordOf[By]];
      }),
    );
  }

  /** Returns a function from an id to the fields of a row that name it: of `shown`, and of those on request that `fields` name. */
  async subjectFields(
    subject: Subject,
    ids: readonly string[],
    lang: Lang,
    shown?: new () => object,
    fields: readonly string[] = [],
  ): Promise<(id: string | null) => SubjectFields> {
    if (subject === 'category') {
      const categoryOf = await this.categories('product-categories', lang);
      return (id) => ({ category: categoryOf(id) });
    }
    const naming = shown && (await this.trees.naming(['creator', 'product'], lang));
    const found = await this.find(
      subject,
      ids,
      subject === 'product' ? withShop(shown ?? SalesProduct) : shown,
      naming,
    );
    const type = shown ?? SUBJECTS[subject].record;
    const onRequest = fieldsOnRequest(type);
    const asked = onRequest.filter((name) => fields.some((path) => isWithin(`${subject}.${name}`, path)));
    const choose = onRequest.length > 0 ? fieldChooser(type, usualFieldsWith(type, asked)) : undefined;
    return (id) => {
      const { shop, ...record } = (found.get(id ?? '') ?? {}) as { readonly shop?: SalesShop };
      return {
        [SUBJECTS[subject].id]: id,
        [subject]: found.has(id ?? '') ? (choose?.(record) ?? record) : null,
        ...(subject === 'product' && { shop: (shop?.seller_id ?? null) === null ? null : shop }),
      };
    };
  }

  /** Returns a function from the id of a category to the category with its name. */
  async categories(kind: TreeKind, lang: Lang): Promise<(id: string | null) => CategoryRecord | null> {
    const tree = await this.trees.get(kind);
    return (id) => (id === null ? null : localizeCategory({ id: Number(id), name: null }, tree.names[lang]));
  }

  /** The values of fields of a loaded record; a field without a value is left out. */
  async fieldsOf(by: Recorded, id: string, fields: readonly string[]): Promise<JsonObject> {
    const { index, id: field } = SUBJECTS[by];
    const [hit] = await this.hitsOf(index, field, [id], { _source: false, docvalue_fields: fields });
    return Object.fromEntries(Object.entries(hit?.fields ?? {}).map(([name, [value]]) => [name, value]));
  }

  private async hitsOf(index: IndexKind, field: string, ids: readonly string[], parts: object) {
    const body = { query: { terms: { [field]: ids } }, size: ids.length, track_total_hits: false, ...parts };
    return (await this.gateway.searchRaw<SearchAnswer>(index, body)).hits.hits;
  }
}
