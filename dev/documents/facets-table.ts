import { format } from 'prettier';
import { CreatorFilter } from '../../src/creator/creator.requests.js';
import { facetKinds } from '../../src/http/validation/request-field.js';
import { LiveFilter } from '../../src/live/live.requests.js';
import { ProductFilter } from '../../src/product/product.requests.js';
import type { FacetKind } from '../../src/search/compiler/facets.js';
import { VideoFilter } from '../../src/video/video.requests.js';

const TABLE = /(<!-- npm run openapi writes the table -->\n).*?(<!-- end of the table -->)/s;
const FILTERS = { videos: VideoFilter, products: ProductFilter, creators: CreatorFilter, 'live streams': LiveFilter };

const isTime = (kind: FacetKind): boolean => kind === 'time';
const isFigure = (kind: FacetKind): boolean => kind === 'count' || kind === 'amount';

/** docs/api.md with the table of facets, from the decorators of the filters. */
export function withFacets(page: string): Promise<string> {
  const rows = Object.entries(FILTERS).map(([records, filter]) => {
    const kinds = Object.entries(facetKinds(filter));
    const named = (fits: (kind: FacetKind) => boolean): string =>
      kinds.flatMap(([name, kind]) => (fits(kind) ? [`\`${name}\``] : [])).join(', ');
    return `| ${records} | ${named((kind) => !isTime(kind) && !isFigure(kind))} | ${named(isTime)} | ${named(isFigure)} |`;
  });
  const table = `| Operation | counted one by one | times | figures |\n| - | - | - | - |\n${rows.join('\n')}`;
  return format(
    page.replace(TABLE, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`),
    { parser: 'markdown' },
  );
}
