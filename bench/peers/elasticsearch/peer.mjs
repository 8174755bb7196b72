import { costOf } from '../../pages/data-set.mjs';
import { treeResidentBytes } from '../../pages/process-group.mjs';

export const name = 'elasticsearch';
export const title = 'Elasticsearch alone';

export const settings = [
  ['Bodies', 'those that the API compiles, sent straight to its node: no token, no check, no envelope'],
];

export const missing = async () => undefined;

/** The API's own node, which shows what of a page is the engine's and what the API's. */
export async function start({ set, node }) {
  return {
    url: node.url,
    ...(await costOf(node.client, set, false)),
    residentBytes: () => treeResidentBytes(node.group),
    cannot: {},
    close: async () => {},
  };
}
