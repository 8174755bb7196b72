interface Schema {
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  items?: Schema;
  required?: string[];
  [keyword: string]: unknown;
}

const MOST_ROWS = 1_000_000;
const JUNE = { type: { enum: ['month'] }, value: { enum: ['2026-06'] } };

/**
 * The text of the document with its request schemas narrowed until no rule beside them can be broken: what is valid by
 * them must be taken. Ranges have only a lower bound, one sort item is enough, pages and rows are few, a product search
 * names its region, answers have all fields, facets have no interval and no GMV, videos name a time, breakdowns a
 * creator and no level, rankings no channel and no local price, and the period is June 2026.
 */
export function narrowedDocument(text: string): string {
  const document = JSON.parse(documentOfWholeRows(text)) as { components: { schemas: Record<string, Schema> } };
  const { schemas } = document.components;
  const at = (name: string): Record<string, Schema> => schemas[name]?.properties ?? missing(name);
  schemas.Range = { ...schemas.Range, required: ['min'], properties: { min: { type: 'number', format: 'double' } } };
  Object.assign(schemas.TimeRange?.allOf?.[1]?.properties?.min ?? missing('TimeRange'), { exclusiveMaximum: 1e12 });
  for (const name of Object.keys(schemas).filter((one) => one.endsWith('Request'))) {
    const fields = at(name);
    const { page, orderby, limit, measure, facets } = fields;
    if (page !== undefined) page.maximum = 5;
    if (orderby !== undefined) orderby.maxItems = 1;
    if (limit !== undefined) limit.maximum = MOST_ROWS;
    if (measure !== undefined) measure.enum = ['units_sold'];
    if (facets !== undefined) delete (facets.items?.properties ?? missing(`${name}.facets`)).interval;
    delete fields.excel;
  }
  for (const name of Object.keys(schemas)) {
    if (/^(TopEcommerce|.*TopSelling)(Export)?Request$/.test(name)) delete at(name).orderby;
    if (/TopSellingFilter$/.test(name)) {
      delete at(name).channel;
      delete at(name).price_range;
    }
    if (/HistoryRequest$/.test(name))
      Object.assign(at(name), { date_type: JUNE.type, from: JUNE.value, to: JUNE.value });
  }
  for (const name of ['BreakdownRequest', 'BreakdownExportRequest']) {
    Object.assign(at(name), { from: { enum: ['2026-06-01'] }, to: { enum: ['2026-06-30'] } });
    delete at(name).level;
  }
  // What a rule requires beside the schema, and no null for it.
  Object.assign(schemas.BreakdownFilter ?? missing('BreakdownFilter'), { required: ['uid'] });
  Object.assign(at('BreakdownFilter'), { uid: { type: 'string', pattern: '^[0-9]{1,19}$' } });
  Object.assign(schemas.VideoFilter ?? missing('VideoFilter'), { required: ['create_time_range'] });
  at('VideoFilter').create_time_range = { $ref: '#/components/schemas/TimeRange' };
  at('ProductFilter').region = { $ref: '#/components/schemas/Region' };
  Object.assign(schemas.ProductFacetsRequest ?? missing('ProductFacetsRequest'), { required: ['filter', 'facets'] });
  at('ProductFacetsRequest').filter = { $ref: '#/components/schemas/ProductFilter' };
  Object.assign(schemas.ProductFilter ?? missing('ProductFilter'), { required: ['region'] });
  const deepest = schemas.CategoryHistoryRequest ?? missing('CategoryHistoryRequest');
  deepest.required = [...(deepest.required ?? []), 'level', 'l3_category_id'];
  const category = { type: 'integer', minimum: 1, maximum: 1_000_000 };
  Object.assign(at('CategoryHistoryRequest'), { level: { enum: [3] }, l3_category_id: category });
  for (const name of ['DateInfo', 'PeersPeriod']) Object.assign(at(name), JUNE);
  return JSON.stringify(document);
}

/** The text of the document without the choice of fields: rows have all that they have unless these are chosen. */
export function documentOfWholeRows(text: string): string {
  const whole = text.replaceAll('"x-required":', '"required":');
  const document = JSON.parse(whole) as { components: { schemas: Record<string, Schema> } };
  for (const [name, { properties }] of Object.entries(document.components.schemas)) {
    if (/(?<!Export)Request$/.test(name)) delete properties?.fields;
  }
  return JSON.stringify(document);
}

function missing(name: string): never {
  throw new Error(`The document has no ${name} to narrow.`);
}
