import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readIndexDefinition } from '../../../dist/modules/src/elastic/indices/index-definition.js';
import { toStored } from '../../../dist/modules/src/loading/load-kind.js';
import { LIVE_FILTERS, LIVE_SORTS } from '../../../dist/modules/src/operations/live/live.fields.js';
import { PRODUCT_FILTERS, PRODUCT_SORTS } from '../../../dist/modules/src/operations/product/product.fields.js';
import { VIDEO_FILTERS, VIDEO_SORTS } from '../../../dist/modules/src/operations/video/video.fields.js';
import { CATEGORIES, countsOf, recordsOf } from '../../pages/data-set.mjs';

/** What the server is told of each search: the API's names, the fields they are about and the types of these. */
export const PLANS = {
  videos: planOf('videos', '/video/v1/search', 'play_count', VIDEO_FILTERS, VIDEO_SORTS),
  products: planOf('products', '/product/v1/search', 'day7_units_sold', PRODUCT_FILTERS, PRODUCT_SORTS),
  lives: planOf('lives', '/live/v1/search', 'start_time', LIVE_FILTERS, LIVE_SORTS),
};

function planOf(kind, path, main, filters, sorts) {
  const { properties } = readIndexDefinition(kind).mappings;
  const fields = new Set([main, ...Object.values(filters), ...Object.values(sorts)]);
  const columns = Object.fromEntries([...fields].map((field) => [field, properties[field].type]));
  return { path, main, filters, sorts, columns };
}

/** Writes the records of a kind to a file, a line each: id, searched texts, columns and the record as it leaves. */
export async function writeLines(file, kind, size) {
  await pipeline(Readable.from(lines(kind, countsOf(size)[kind])), createWriteStream(file));
}

function* lines(kind, count) {
  const fields = Object.keys(PLANS[kind].columns);
  for (const record of recordsOf(kind, count)) {
    const { id, document } = toStored(kind, record, CATEGORIES);
    const columns = Object.fromEntries(fields.map((field) => [field, document[field]]));
    yield `${JSON.stringify({ id, text: document.text, columns, record: JSON.parse(document.record) })}\n`;
  }
}
