import { Random } from '../../dist/modules/src/seed/random.js';
import { compareAnswers } from '../pages/compare-answers.mjs';
import { idOf, rawPlan } from '../pages/plans.mjs';

const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * Holds answers of a peer against the API's.
 * @param asked `{set, shapes, world, count, api, peer, elasticsearchUrl}`
 * @returns by shape `{compared, equal, sameTotals, shared, firstDifference}`: `equal` answers have the same total, ids and
 *   order, `shared` is the share of the API's ids that the peer's pages have as well
 */
export async function compareWithApi({ set, shapes, world, count, api, peer, elasticsearchUrl }) {
  const random = new Random('bench compared', set.size);
  const seen = {};
  for (const shape of shapes) {
    const said = { compared: 0, equal: 0, sameTotals: 0, shared: 0, firstDifference: undefined };
    for (let number = 0; number < count; number += 1) {
      const body = shape.make(random, world);
      const own = await ask(api, shape, body);
      const difference = await compareOne({ shape, body, own, said, peer, set, elasticsearchUrl }).catch(
        ({ message }) => message,
      );
      said.compared += 1;
      if (difference === undefined) said.equal += 1;
      else said.firstDifference ??= `${JSON.stringify(body)}: ${difference}`;
    }
    seen[shape.name] = { ...said, shared: said.shared / said.compared };
  }
  return seen;
}

/** @throws Error when the peer has no answer */
async function compareOne({ shape, body, own, said, peer, set, elasticsearchUrl }) {
  if (peer.url === undefined) return differenceOf(shape, own, await ask(peer.server, shape, body), said);
  return rawDifference(shape, body, own, await askRaw(peer.url, shape, body, { set, elasticsearchUrl }), said);
}

async function ask({ url, token }, { path }, body) {
  const headers = { ...JSON_TYPE, authorization: `Bearer ${token}` };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (response.status !== 200) throw new Error(`${path} ${JSON.stringify(body)}: ${JSON.stringify(answer)}`);
  return answer;
}

/** @returns what the engine answers to the first of the compiled bodies that finds enough */
async function askRaw(url, shape, body, { set, elasticsearchUrl }) {
  const plan = await rawPlan(shape, body, { prefix: set.prefix, elasticsearchUrl });
  let answer;
  for (const step of plan.bodies) {
    const response = await fetch(url + plan.path, { method: 'POST', headers: JSON_TYPE, body: step });
    answer = await response.json();
    if (response.status !== 200) throw new Error(`${plan.path} ${step}: ${JSON.stringify(answer)}`);
    if (answer.hits.total.value >= plan.enough) break;
  }
  return answer;
}

function differenceOf(shape, { data: own }, { data }, said) {
  const id = idOf(shape.operation);
  const [wanted, given] = [own, data].map(({ list }) => list.map((record) => record[id]));
  count(said, wanted, given, own.total === data.total && own.has_more === data.has_more);
  if (own.total !== data.total) return `total ${data.total} instead of ${own.total}`;
  if (own.has_more !== data.has_more) return `has_more ${data.has_more} instead of ${own.has_more}`;
  return wanted.join() === given.join() ? undefined : `ids ${given} instead of ${wanted}`;
}

function rawDifference(shape, body, own, raw, said) {
  const id = idOf(shape.operation);
  const wanted = own.data.list.map((record) => record[id]);
  const given = raw.hits.hits.map(({ _source: source }) => source[id]);
  const difference = compareAnswers({ operation: shape.operation, id }, body, own, raw);
  count(said, wanted, given, !difference?.startsWith('total') && !difference?.startsWith('has_more'));
  return difference;
}

function count(said, wanted, given, isSameTotal) {
  if (isSameTotal) said.sameTotals += 1;
  said.shared += wanted.length === 0 ? 1 : wanted.filter((id) => given.includes(id)).length / wanted.length;
}
