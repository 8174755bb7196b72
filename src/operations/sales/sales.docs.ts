import type { OperationDocs } from '../../http/open-api/operation-docs.js';

const JUNE = { from: '2026-06-01', to: '2026-06-30' };

/** Examples of breakdowns of sales. */
export const BREAKDOWN_DOCS: OperationDocs = {
  examples: {
    products_of_a_creator: {
      summary: 'What a creator sold in June 2026, best first',
      value: { by: 'product', filter: { uid: '7129000000000043360' }, ...JUNE },
    },
    videos_of_a_creator: {
      summary: 'The videos through which a creator sold most units',
      value: {
        by: 'video',
        filter: { uid: '7129000000000043360' },
        ...JUNE,
        orderby: [{ field: 'units_sold' }],
        pagesize: 5,
      },
    },
    days_of_two_creators: {
      summary: 'Two creators day by day, their videos alone',
      value: {
        by: 'day',
        filter: { uid: ['7129000000000043360', '7129000000000165554'], channel: 'video' },
        ...JUNE,
      },
    },
    categories_of_a_creator: {
      summary: 'The categories that a creator sells in, named in Chinese',
      value: { by: 'category', filter: { uid: '7129000000000043360' }, ...JUNE, lang: 'ZH_CN' },
    },
  },
};

/** Examples of an export of a breakdown of sales. */
export const BREAKDOWN_EXPORT_DOCS: OperationDocs = {
  examples: {
    shops_as_csv: {
      summary: 'The shops whose products a creator sold, as CSV',
      value: { by: 'shop', filter: { uid: '7129000000000043360' }, ...JUNE, format: 'csv' },
    },
    some_fields: {
      summary: 'Some fields of the products that a creator sold',
      value: {
        by: 'product',
        filter: { uid: '7129000000000043360' },
        ...JUNE,
        fields: ['product_id', 'product.title', 'usd_gmv'],
      },
    },
    channels_as_ndjson: {
      summary: 'Videos and live streams of a creator side by side',
      value: { by: 'channel', filter: { uid: '7129000000000043360' }, ...JUNE },
    },
  },
};
