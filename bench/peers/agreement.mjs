import { Random } from '../../dist/modules/src/seed/random.js';
import { periodsBackFrom } from '../pages/boards-data.mjs';
import { FILTER_VALUES, sampleRecords } from '../pages/data-set.mjs';
import { idOf, rawPlan } from '../pages/plans.mjs';
import { worldOf } from '../pages/shapes.mjs';

const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * Holds the answers of a peer that takes Elasticsearch's bodies against Elasticsearch's own, never-repeated requests of
 * each shape.
 * @param options `{set, shapes, requests, elasticsearchUrl, peerUrl}`: `requests` is how many of each shape
 * @returns a row per shape: how many answers had the same total, the same ids in the same order, the same scores, how
 *   many found anything, and the first difference in words
 */
export async function agreementOf({ set, shapes, requests, elasticsearchUrl, peerUrl }) {
  const { size, until, periods, prefix } = set;
  const world = worldOf(sampleRecords(size), periodsBackFrom(until, periods), FILTER_VALUES);
  const random = new Random('bench agreement', prefix);
  const rows = [];
  for (const shape of shapes) {
    const row = { shape: shape.name, requests, found: 0, totals: 0, ids: 0, scores: 0, difference: undefined };
    for (let number = 0; number < requests; number += 1) {
      const body = shape.make(random, world);
      const plan = await rawPlan(shape, body, { prefix, elasticsearchUrl });
      const [ours, theirs] = await Promise.all([elasticsearchUrl, peerUrl].map((url) => ask(url, plan, shape)));
      count(row, body, ours, theirs);
    }
    rows.push(row);
  }
  return rows;
}

function count(row, body, ours, theirs) {
  const same = (field) => JSON.stringify(ours[field]) === JSON.stringify(theirs[field]);
  if (ours.ids.length > 0) row.found += 1;
  for (const field of ['totals', 'ids', 'scores']) {
    if (same(field)) row[field] += 1;
    else {
      const [first, second] = [ours, theirs].map((answer) => JSON.stringify(answer[field]));
      row.difference ??= `${field} ${second} instead of ${first} for ${JSON.stringify(body)}`;
    }
  }
}

/** The bodies of a plan in turn, until one finds enough, as the load generator sends them. */
async function ask(url, { path, bodies, enough }, { operation }) {
  let hits;
  const totals = [];
  for (const body of bodies) {
    const answer = await fetch(url + path, { method: 'POST', headers: JSON_TYPE, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${url}${path} answered ${answer.status}: ${text.slice(0, 500)}`);
    ({ hits } = JSON.parse(text));
    totals.push(hits.total);
    if (hits.total.value >= enough) break;
  }
  const ids = hits.hits.map(({ _source: source }) => source[idOf(operation)]);
  return { totals, ids, scores: hits.hits.map(({ _score: score }) => score) };
}
