/** Injection token of the Elasticsearch client: its class is known to this folder alone. */
export const ELASTIC_CLIENT = Symbol('ELASTIC_CLIENT');
