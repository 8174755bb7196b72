import { unescape } from 'node:querystring';
import { Injectable } from '@nestjs/common';
import type { CategoryTree } from '../common/categories/category-tree.js';
import { nameIn } from '../common/lang.js';
import { REGION_CODES, REGIONS } from '../common/regions.js';
import { requireScope } from '../access/auth.guard.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import { SUBJECT_NAMES, subjectOf } from '../subjects/subjects.js';
import TEXTS from './texts.json' with { type: 'json' };
import { ToolCalls } from './tool-calls.js';
import type { JsonObject } from '../common/json-object.js';

/** Categories, one a line, below the one that they belong to. */
const treeLines = (tree: CategoryTree, above: number | null = null, indent = ''): string =>
  tree
    .children(above)
    .map(({ id, name }) => `${indent}${id} ${nameIn(name, 'EN_US')}\n${treeLines(tree, id, `${indent}  `)}`)
    .join('');

const glossary = Object.entries(TEXTS.glossary).map(([word, text]) => `${word}: ${text}\n`);
const regions = Object.entries(REGIONS).map(([code, { currency }]) => `${code} ${currency}\n`);

const SCHEME = 'commerce://';

/** Descriptions of the resources: lists that assistants read in place of calls that guess. */
export const RESOURCES = Object.entries(TEXTS.resources).map(([name, description]) => ({
  ...{ uri: `${SCHEME}${name}`, name, description },
  mimeType: 'text/plain',
}));

/** A row that completes what is typed. */
type Row = JsonObject & { readonly filter?: JsonObject };

/** What prompts and templates name, by the value of `of` by which find_ids suggests it or by its resource. */
const SUBJECTS_OF_PROMPTS = SUBJECT_NAMES.flatMap((kind) => {
  const { id, index, tools } = subjectOf(kind);
  const { suggestedIn: of, resource: about } = tools;
  return (of ?? about) ? [{ kind, of, ...(about && { id, about, tool: `search_${index}` }) }] : [];
});

/** Descriptions of the resources that have an id in their address. */
export const TEMPLATES = SUBJECTS_OF_PROMPTS.flatMap(({ kind, id, about }) =>
  id === undefined
    ? []
    : { uriTemplate: `${SCHEME}${kind}/{${id}}`, name: kind, description: about, mimeType: 'application/json' },
);

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
        return regions.join('');
      case 'glossary':
        return glossary.join('');
      default:
        return this.recordOf(uri);
    }
  }

  private async recordOf(uri: string): Promise<string | undefined> {
    const [, kind, value] = /^commerce:\/\/(\w+)\/(.+)$/.exec(uri) ?? [];
    const { id, tool } = SUBJECTS_OF_PROMPTS.find((one) => one.kind === kind) ?? {};
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
    const { kind, of, id } = SUBJECTS_OF_PROMPTS.find(
      (one) => one.kind === name || one.id === name,
    ) as (typeof SUBJECTS_OF_PROMPTS)[number];
    const asked = of === undefined ? { keywords: typed } : { of, keywords: typed };
    const { list } = await this.calls.ask(of === undefined ? 'search_products' : 'find_ids', asked);
    const rows = (list as Row[]).filter((row) => of === undefined || row.kind === kind);
    return [...new Set(rows.map((row) => String(name === id ? (row.filter ?? row)[name] : (row.text ?? row.title))))];
  }
}
