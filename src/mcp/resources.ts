import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unescape } from 'node:querystring';
import { Injectable } from '@nestjs/common';
import type { CategoryTree } from '../common/categories/category-tree.js';
import { nameIn } from '../common/lang.js';
import { REGION_CODES } from '../common/regions.js';
import { requireScope } from '../access/auth.guard.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import { SUBJECT_NAMES, subjectOf } from '../subjects/subjects.js';
import { recordsNamed } from './name-candidates.js';
import { REFERENCES } from './skill.controller.js';
import TEXTS from './texts.json' with { type: 'json' };
import { ToolCalls } from './tool-calls.js';

/** Categories, one a line, below the one that they belong to. */
const treeLines = (tree: CategoryTree, above: number | null = null, indent = ''): string =>
  tree
    .children(above)
    .map(({ id, name }) => `${indent}${id} ${nameIn(name, 'EN_US')}\n${treeLines(tree, id, `${indent}  `)}`)
    .join('');

const SCHEME = 'commerce://';

/** Descriptions of the resources: lists that assistants read in place of calls that guess. */
export const RESOURCES = Object.entries(TEXTS.resources).map(([name, description]) => ({
  ...{ uri: `${SCHEME}${name}`, name, description },
  mimeType: 'text/plain',
}));

/** The subjects that have a resource each, and the tools that answer it. */
const RECORDS = SUBJECT_NAMES.flatMap((kind) => {
  const { id, index, tools } = subjectOf(kind);
  return tools.resource === undefined ? [] : { kind, id, about: tools.resource, tool: `search_${index}` };
});

/** Descriptions of the resources that have an id in their address. */
export const TEMPLATES = RECORDS.map(({ kind, id, about }) => ({
  ...{ uriTemplate: `${SCHEME}${kind}/{${id}}`, name: kind, description: about, mimeType: 'application/json' },
}));

/** The arguments of tools that take the ids of what arguments of prompts name. */
const IDS = new Map<string, string>([
  ...RECORDS.map(({ kind, id }) => [kind, id] as const),
  ['category', 'product_category_id'],
]);

/** Reads the resources, and completes what is typed for them and for prompts. */
@Injectable()
export class Resources {
  constructor(
    private readonly trees: CategoryTrees,
    private readonly calls: ToolCalls,
  ) {}

  /**
   * @returns undefined when there is none
   * @throws Failure also (403) for a token without the scope of the resource
   */
  async textOf(uri: string): Promise<string | undefined> {
    switch (uri.slice(SCHEME.length)) {
      case 'product-categories':
        requireScope('product');
        return treeLines(await this.trees.get('product-categories'));
      case 'creator-categories':
        return treeLines(await this.trees.get('creator-categories'));
      case 'regions':
      case 'glossary':
        return readFile(join(REFERENCES, `${uri.slice(SCHEME.length)}.md`), 'utf8');
      default:
        return this.recordOf(uri);
    }
  }

  private async recordOf(uri: string): Promise<string | undefined> {
    const [, kind, value] = /^commerce:\/\/(\w+)\/(.+)$/.exec(uri) ?? [];
    const { id, tool } = RECORDS.find((one) => one.kind === kind) ?? {};
    if (value === undefined || id === undefined || tool === undefined) return undefined;
    const answer = await this.calls.ask(tool, { filter: { [id]: unescape(value) } });
    return answer.total === 0 ? undefined : JSON.stringify(answer);
  }

  /**
   * The values of an argument of a prompt, or of a template's id, for what is typed: regions, suggestions, products found.
   * @throws Failure as the tool that has them
   */
  async completionsOf(name: string, typed: string): Promise<string[]> {
    if (name === 'region') return REGION_CODES.filter((code) => code.startsWith(typed.toUpperCase()));
    const argument = IDS.get(name) ?? name;
    const records = await recordsNamed([argument, typed], this.calls.ask);
    return [...new Set(records.map((record) => String(name === argument ? record[argument] : record.name)))];
  }
}
