import { Injectable } from '@nestjs/common';
import type { CategoryTree } from '../common/categories/category-tree.js';
import { nameIn } from '../common/lang.js';
import { REGIONS } from '../common/regions.js';
import { requestScope } from '../common/request-scope.js';
import { missingScope } from '../http/access/auth.guard.js';
import { CategoryTrees } from '../search/state/category-trees.js';

/** Categories, one a line, below the one that they belong to. */
const treeLines = (tree: CategoryTree, above: number | null = null, indent = ''): string =>
  tree
    .children(above)
    .map(({ id, name }) => `${indent}${id} ${nameIn(name, 'EN_US')}\n${treeLines(tree, id, `${indent}  `)}`)
    .join('');

const GLOSSARY = `GMV: the amount of sales (gross merchandise value). usd_gmv is in USD, gmv in the currency of the region.
creator: who publishes videos and live streams and sells in them; uid is the id, unique_id the handle.
shop: the seller of products; seller_id is the id.
e-commerce video: a video that shows products, with a share of their sales.
commission: percent of a sale that the creator gets.
period: a day, an ISO week, a month, or a range of days, of the market’s own calendar.
complete: the data reaches from the first day of the period to its last.
growth: change from the period before, in percent; null without sales before.
breakdown: the sales behind ids, added up by what they are of.
facet: how many records of a search have each value of a filter.
null: nobody loaded the figure; it is not 0.
`;

const regions = Object.entries(REGIONS).map(([code, { currency }]) => `${code} ${currency}\n`);

const SCHEME = 'commerce://';
const ABOUT = {
  'product-categories': 'Ids and names of three levels; a product_category_id is of level 1',
  'creator-categories': 'Ids and names, as creator_category_id takes them',
  regions: 'Codes and currencies',
  glossary: 'What the words of the data mean',
} as const;

/** Descriptions of the resources: lists that assistants read in place of calls that guess. */
export const RESOURCES = Object.entries(ABOUT).map(([name, description]) => ({
  ...{ uri: `${SCHEME}${name}`, name, description },
  mimeType: 'text/plain',
}));

/** Reads the resources. */
@Injectable()
export class Resources {
  constructor(private readonly trees: CategoryTrees) {}

  /**
   * @returns undefined when there is none
   * @throws ForbiddenFailure (403) for a token without the scope of product categories
   */
  async textOf(uri: string): Promise<string | undefined> {
    switch (uri.slice(SCHEME.length)) {
      case 'product-categories': {
        const refusal = missingScope(requestScope().token ?? { scopes: [] }, 'product');
        if (refusal !== undefined) throw refusal;
        return treeLines(await this.trees.get('product-categories'));
      }
      case 'creator-categories':
        return treeLines(await this.trees.get('creator-categories'));
      case 'regions':
        return regions.join('');
      case 'glossary':
        return GLOSSARY;
      default:
        return undefined;
    }
  }
}
