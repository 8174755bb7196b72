interface Schema {
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  required?: string[];
  [keyword: string]: unknown;
}

/**
 * The text of the document with its request schemas narrowed until no rule beside them can be broken: what is valid by
 * them must be taken. Ranges have a lower bound alone, one sort item is enough, pages are few, a product search names its
 * region, and the period is one of June 2026.
 */
export function narrowedDocument(text: string): string {
  const document = JSON.parse(text) as { components: { schemas: Record<string, Schema> } };
  const { schemas } = document.components;
  const at = (name: string): Record<string, Schema> => schemas[name]?.properties ?? missing(name);
  schemas.Range = { ...schemas.Range, required: ['min'], properties: { min: { type: 'number', format: 'double' } } };
  Object.assign(schemas.TimeRange?.allOf?.[1]?.properties?.min ?? missing('TimeRange'), { exclusiveMaximum: 1e12 });
  for (const name of Object.keys(schemas).filter((one) => one.endsWith('Request'))) {
    const { page, orderby } = at(name);
    if (page !== undefined) page.maximum = 5;
    if (orderby !== undefined) orderby.maxItems = 1;
  }
  delete at('TopEcommerceRequest').orderby;
  at('ProductFilter').region = { $ref: '#/components/schemas/Region' };
  Object.assign(schemas.ProductFilter ?? missing('ProductFilter'), { required: ['region'] });
  Object.assign(at('DateInfo'), { type: { enum: ['month'] }, value: { enum: ['2026-06'] } });
  return JSON.stringify(document);
}

function missing(name: string): never {
  throw new Error(`The document has no ${name} to narrow.`);
}
