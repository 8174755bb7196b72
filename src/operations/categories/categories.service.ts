import { Injectable } from '@nestjs/common';
import type { TreeKind } from '../../search/state/category-trees.js';
import { CategoryTrees } from '../../search/state/category-trees.js';
import type { CategoryListRequest } from './categories.dto.js';
import type { CategoryListData } from './categories.response.dto.js';
import { listCategories } from './category-list.js';

/** Category lists: request in, tree of the day out. */
@Injectable()
export class CategoriesService {
  constructor(private readonly trees: CategoryTrees) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when no tree was ever read and Elasticsearch fails */
  async list(kind: TreeKind, request: CategoryListRequest): Promise<CategoryListData> {
    return listCategories(await this.trees.get(kind), request);
  }
}
