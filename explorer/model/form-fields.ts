import { follow, type OpenApi, operationAt, requestSchema, type Schema } from './open-api.js';

/** How a field is asked for; `times` is a range of Unix seconds. */
export type FieldKind =
  'choice' | 'flag' | 'range' | 'times' | 'period' | 'category' | 'id' | 'ids' | 'number' | 'text';

/** A field of a request as the form shows it. */
export interface FormField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly description: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Fields of which one must be set with it; none where it needs no other. */
  readonly needs: readonly string[];
  /** The closed list of a choice; of a period, the kinds that it takes. */
  readonly choices: readonly (string | number)[];
  /** Of a category: whose tree its id is from, and at which level it stands. */
  readonly tree: 'product' | 'creator';
  readonly level: number;
}

/** The fields of an operation's filter, or of the body itself where it has no filter, in the document's order. */
export function formFields(document: OpenApi, path: string): FormField[] {
  const body = requestSchema(document, path);
  const filter = body.properties?.filter;
  const holder = filter === undefined ? body : follow(document, filter);
  const rules = (operationAt(document, path)?.['x-rules'] ?? []).map(({ name, fields }) => ({
    name,
    fields: fields.map((field) => field.replace(/^filter\./, '')),
  }));
  const times = new Set(rules.filter((rule) => rule.name === 'milliseconds').flatMap(({ fields }) => fields));
  return Object.entries(holder.properties ?? {}).map(([name, given]) => {
    const schema = follow(document, given);
    const description = schema.description ?? '';
    const periods = (schema.oneOf ?? []).flatMap((one) => follow(document, one).properties?.type ?? []);
    return {
      name,
      kind: periods.length > 0 ? 'period' : kindOf(name, schema, times),
      description,
      required:
        holder.required?.includes(name) === true ||
        rules.some((rule) => rule.name === 'required' && rule.fields[0] === name),
      deprecated: schema.deprecated === true,
      needs: rules.find((rule) => rule.name === 'needs' && rule.fields[0] === name)?.fields.slice(1) ?? [],
      choices: (schema.enum ?? periods.flatMap((type) => type.enum ?? [])).filter((choice) => choice !== null),
      tree: /creator\/v1\/category|creator_category/.test(`${description} ${name}`) ? 'creator' : 'product',
      level: Number(/^l(\d)_/.exec(name)?.[1] ?? 1),
    };
  });
}

function kindOf(name: string, schema: Schema, times: ReadonlySet<string>): FieldKind {
  const types = [schema, ...(schema.oneOf ?? [])].flatMap(({ type }) => type ?? []);
  if (schema.properties?.min !== undefined) return times.has(name) ? 'times' : 'range';
  if (types.includes('boolean')) return 'flag';
  if (schema.enum !== undefined) return 'choice';
  // The form asks for one category where the service takes a list as well.
  if (/category(?:_id)?$/.test(name)) return 'category';
  if (types.includes('array')) return 'ids';
  if (types.includes('string')) return types.includes('integer') ? 'id' : 'text';
  return 'number';
}

/** Whether the body of an operation has the field, as `lang` or `keywords`. */
export const takes = (document: OpenApi, path: string, field: string): boolean =>
  requestSchema(document, path).properties?.[field] !== undefined;

/** Lists the sort fields of an operation. */
export function sortFields(document: OpenApi, path: string): readonly string[] {
  return fieldsOfItems(document, requestSchema(document, path).properties?.orderby);
}

/** The closed list of `field` in the items of an array: of `orderby`, of `facets`. */
export function fieldsOfItems(document: OpenApi, schema: Schema | undefined): readonly string[] {
  const { field } = follow(document, schema?.items).properties ?? {};
  return (follow(document, field).enum ?? []).filter((choice) => typeof choice === 'string');
}
