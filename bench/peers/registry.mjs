import * as elasticsearch from './elasticsearch/peer.mjs';
import * as opensearch from './opensearch/peer.mjs';
import * as postgres from './postgres/peer.mjs';
import * as tantivy from './tantivy/peer.mjs';
import { naive, usual } from './usual/peer.mjs';

/**
 * What a user could pick instead. A peer is `{name, title, beside, settings: [what, how][], missing, start}`: an engine
 * without a service is held against Elasticsearch without one (`beside`), others against the API; `missing()` says why
 * it can't run here, `start({set, node, onProgress})` loads the set and gives
 * `{server | url, loadSeconds, diskBytes, residentBytes(), cannot: {shape: reason}, close()}`. One with a `server` answers
 * the API's own paths; one with a `url` is sent the bodies that Elasticsearch would be.
 */
export const PEERS = [usual, naive, postgres, elasticsearch, opensearch, tantivy];
