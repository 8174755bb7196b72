import { readFileSync } from 'node:fs';
import type { Call } from '../support/secured-proxy.js';

export interface Role {
  readonly cluster: readonly string[];
  readonly indices: readonly { readonly names: readonly string[]; readonly privileges: readonly string[] }[];
}

/** What Elasticsearch checks before it does what a call asks, on the cluster or on indices. */
interface Needed {
  readonly on: 'cluster' | 'indices';
  readonly actions: readonly string[];
}

const onIndices = (...actions: string[]): Needed => ({
  on: 'indices',
  actions: actions.map((name) => `indices:${name}`),
});
const onCluster = (...actions: string[]): Needed => ({ on: 'cluster', actions });

/** Every call that the service, its loader and its commands make, and the actions that it is authorized as. */
const CALLS: readonly (readonly [method: string, path: RegExp, needed: Needed])[] = [
  ['POST', /^\/[^/]+\/_search$/, onIndices('data/read/search')],
  // A step through a point in time: the indices are in the point in time.
  ['POST', /^\/_search$/, onIndices('data/read/search')],
  ['POST', /^\/[^/]+\/_pit$/, onIndices('data/read/open_point_in_time')],
  ['DELETE', /^\/_pit$/, onIndices('data/read/close_point_in_time')],
  ['(GET|POST)', /^\/[^/]+\/_count$/, onIndices('data/read/search')],
  ['POST', /^\/[^/]+\/_mget$/, onIndices('data/read/mget')],
  ['GET', /^\/[^/]+\/_doc\/[^/]+$/, onIndices('data/read/get')],
  ['PUT', /^\/[^/]+\/_(?:doc|create)\/[^/]+$/, onIndices('data/write/index')],
  ['POST', /^\/[^/]+\/_update\/[^/]+$/, onIndices('data/write/update')],
  ['DELETE', /^\/[^/]+\/_doc\/[^/]+$/, onIndices('data/write/delete')],
  ['(POST|PUT)', /^\/[^/]+\/_bulk$/, onIndices('data/write/bulk', 'data/write/index', 'data/write/delete')],
  ['(GET|POST)', /^\/[^/]+\/_refresh$/, onIndices('admin/refresh')],
  ['POST', /^\/[^/]+\/_forcemerge$/, onIndices('admin/forcemerge')],
  ['PUT', /^\/[^/_][^/]*$/, onIndices('admin/create')],
  ['DELETE', /^\/[^/_][^/]*$/, onIndices('admin/delete')],
  ['(GET|HEAD)', /^\/[^/_][^/]*$/, onIndices('admin/get')],
  ['(GET|HEAD)', /^(?:\/[^/]+)?\/_alias(?:\/[^/]+)?$/, onIndices('admin/aliases/get')],
  ['POST', /^\/_aliases$/, onIndices('admin/aliases')],
  ['PUT', /^\/[^/]+\/_mapping$/, onIndices('admin/mapping/put')],
  ['GET', /^\/[^/]+\/_settings(?:\/[^/]+)?$/, onIndices('monitor/settings/get')],
  ['PUT', /^\/[^/]+\/_settings$/, onIndices('admin/settings/update')],
  ['GET', /^\/[^/]+\/_stats(?:\/[^/]+)?$/, onIndices('monitor/stats')],
  ['GET', /^\/_cluster\/health(?:\/[^/]+)?$/, onCluster('cluster:monitor/health')],
  ['GET', /^\/_cluster\/state\/(?:blocks|version(?:,metadata\/[^/]+)?)$/, onCluster('cluster:monitor/state')],
  ['GET', /^\/_tasks\/[^/]+$/, onCluster('cluster:monitor/task/get')],
];

/** What the privileges of Elasticsearch open, as its own documentation lists them; those that the role has had. */
const PRIVILEGES: Readonly<Record<Needed['on'], Readonly<Record<string, readonly RegExp[]>>>> = {
  cluster: { monitor: [/^cluster:monitor\//] },
  indices: {
    read: [/^indices:data\/read\//],
    index: [/^indices:data\/write\/(?:index|bulk|update)/],
    delete: [/^indices:data\/write\/(?:delete|bulk)/],
    create_index: [/^indices:admin\/create$/],
    manage: [/^indices:monitor\//, /^indices:admin\/(?!create$)/],
    monitor: [/^indices:monitor\//],
    view_index_metadata: [/^indices:admin\/(?:aliases\/get|get|mappings\/get)/, /^indices:monitor\/settings\/get/],
  },
};

/** The role of the serving processes and the token command, or of the commands that load. Their indices begin with the prefix. */
export function readRole(name: 'service' | 'loader', prefix = 'commerce-'): Role {
  const text = readFileSync(`elastic/${name}-role.json`, 'utf8');
  return JSON.parse(text.replaceAll('"commerce-', `"${prefix}`)) as Role;
}

/** The path of a call, decoded but for the slashes inside of an id. */
const pathOf = ({ path }: Call): string =>
  decodeURIComponent(new URL(path, 'http://elasticsearch').pathname.replaceAll('%2F', '%252F'));

/** The row of a call in the table of calls; undefined for one that the table does not have. */
const rowOf = (call: Call) =>
  CALLS.find(([method, path]) => new RegExp(`^${method}$`).test(call.method) && path.test(pathOf(call)));

/** Rows of the table of calls that no call is of, as `POST /^…$/`. */
export const unusedRows = (calls: readonly Call[]): string[] => {
  const used = new Set(calls.map(rowOf));
  return CALLS.filter((row) => !used.has(row)).map(([method, path]) => `${method} ${path.source}`);
};

/** The indices that the path of a call names: none for a call whose indices are in its body. */
const indicesOf = (call: Call): string[] => {
  const [first = ''] = pathOf(call).slice(1).split('/');
  // One that begins with a minus is left out of those that a pattern before it names.
  return first.startsWith('_') ? [] : first.split(',').filter((index) => !index.startsWith('-'));
};

const covers = (pattern: string, index: string): boolean =>
  pattern.endsWith('*') ? index.startsWith(pattern.slice(0, -1)) : index === pattern;

/** What a user of the role could not do of the calls: one sentence for each action, and for each unknown call. */
export function roleFaults(role: Role, calls: readonly Call[]): string[] {
  const opens = (on: Needed['on'], privileges: readonly string[], action: string): boolean =>
    privileges.some((name) => PRIVILEGES[on][name]?.some((pattern) => pattern.test(action)) === true);
  const opensIndex = (index: string | undefined, action: string): boolean =>
    role.indices.some(
      ({ names, privileges }) =>
        (index === undefined || names.some((name) => covers(name, index))) && opens('indices', privileges, action),
    );
  const faults = calls.flatMap((call) => {
    const [, , needed] = rowOf(call) ?? [];
    if (needed === undefined) return [`nobody has said what ${call.method} ${pathOf(call)} needs`];
    const named = indicesOf(call);
    const indices = named.length > 0 ? named : [undefined];
    const missing = needed.actions.filter((action) =>
      needed.on === 'cluster'
        ? !opens('cluster', role.cluster, action)
        : indices.some((index) => !opensIndex(index, action)),
    );
    return missing.map((action) => `${action} is not granted`);
  });
  return [...new Set(faults)];
}
