import { Client, Transport } from '@elastic/elasticsearch';

/**
 * The transport without what is Elasticsearch's alone: its check that the server is Elasticsearch, and its own names of
 * the JSON media type, which OpenSearch does not know.
 */
class PlainTransport extends Transport {
  constructor(options) {
    super({ ...options, productCheck: null, vendoredHeaders: {} });
  }
}

/** Elasticsearch's client for an OpenSearch node: the calls that load a set are the same there. */
export const createOpenSearchClient = (url) => new Client({ node: url, Transport: PlainTransport, maxRetries: 0 });
