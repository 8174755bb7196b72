import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { KNOWN_FROM, rankingStatement, readingsStatement, searchStatement } from './statements.mjs';
import { allWords, isSpelt, partsOf, readKeywords, someWords } from './words.mjs';

/**
 * The thinnest server between requests and PostgreSQL: the API's paths, bodies and answers, one statement a page. Told by
 * HOST, PORT, TOKEN and the variables that `pg` reads.
 */
const { HOST, PORT, TOKEN } = process.env;
const WINDOW = 5000;
/** With fewer hits by relevance, words may be missing. */
const ENOUGH = 10;
const CONNECTIONS = 8;

const pool = new pg.Pool({ max: CONNECTIONS });
/** A prepared statement for each text, by a short name. */
const names = new Map();

const PATHS = {
  '/video/v1/search': (request) => searchData('video', request),
  '/product/v1/search': (request) => searchData('product', request),
  '/live/v1/search': (request) => searchData('live', request),
  '/creator/v1/rank/topEcommerce': (request) => rankingData('topEcommerce', request),
  '/creator/v1/rank/topGrowth': (request) => rankingData('topGrowth', request),
};

async function query({ text, values }) {
  if (!names.has(text)) names.set(text, `page${names.size}`);
  const { rows } = await pool.query({ name: names.get(text), text, values });
  return rows;
}

const pageOf = async (statement) => {
  const [{ total, list }] = await query(statement);
  return { total: Number(total), list: list ?? '' };
};

/** The fields given before the list, which is JSON already. */
const withList = (fields, list) => {
  const head = JSON.stringify(fields).slice(0, -1);
  return `${head},"list":[${list}]}`;
};

async function searchData(operation, request) {
  const { page = 1, pagesize = 10, keywords = '' } = request;
  const { total, list, said } = await (keywords.trim() === ''
    ? pageOf(searchStatement(operation, request))
    : pageOfWords(operation, request, readKeywords(keywords)));
  if (operation !== 'live') return withList({ total, ...said }, list);
  const has_more = total > page * pagesize && (page + 1) * pagesize <= WINDOW ? 1 : 0;
  return withList({ has_more, ...said }, list);
}

/** Every word as written; else rare ones taken for what they are nearly spelt as; by relevance words may be missing then. */
async function pageOfWords(operation, request, words) {
  if (words.length === 0) return { total: 0, list: '', said: { match: 'all_words', read_as: [] } };
  const matching = (query) => pageOf(searchStatement(operation, request, query));
  const hasOrderby = (request.orderby ?? []).length > 0;
  const [first, ...others] = words;
  const isHandle = others.length === 0 && first.tokens.length > 1;
  const enough = isHandle ? 1 : hasOrderby || others.length === 0 ? KNOWN_FROM : ENOUGH;
  const written = await matching(allWords(words));
  if (written.total >= enough) return { ...written, said: { match: 'all_words', read_as: [] } };
  const rare = await withReadings(operation, isHandle ? partsOf(first) : words, hasOrderby);
  const read_as = rare.flatMap(({ word, as = [] }) => (as.length === 0 ? [] : [{ word, as }]));
  const all = rare.some(({ as }) => as !== undefined) ? await matching(allWords(rare)) : written;
  if (all.total >= ENOUGH || hasOrderby || rare.length === 1) return { ...all, said: { match: 'all_words', read_as } };
  return { ...(await matching(someWords(rare))), said: { match: 'some_words', read_as } };
}

/** The words, of rare ones what else they are taken for. */
async function withReadings(operation, words, hasOrderby) {
  const spelt = words.filter(isSpelt);
  if (spelt.length === 0) return words;
  const asked = spelt.map(({ tokens: [token] }) => token);
  const rows = await query(readingsStatement(operation, asked, hasOrderby));
  const readings = new Map(rows.map(({ word, as, records }) => [word, { as, isPart: records === 0 }]));
  return words.map((word) => ({ ...word, ...(isSpelt(word) && readings.get(word.tokens[0])) }));
}

async function rankingData(ranking, request) {
  const { total, list } = await pageOf(rankingStatement(ranking, request));
  const { type: date_type, value: date_value } = request.filter.date_info;
  return withList({ total, date_type, date_value }, list);
}

async function answer(request, body) {
  const data = await PATHS[request.url](JSON.parse(body));
  const rest = { message: '', timestamp: Math.floor(Date.now() / 1000), request_id: randomUUID() };
  const ending = request.url === '/live/v1/search' ? { ...rest, msg: 'success' } : rest;
  return `{"code":0,"data":${data},${JSON.stringify(ending).slice(1)}`;
}

const server = createServer((request, response) => {
  const send = (status, text) => {
    const body = Buffer.from(text);
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
    response.end(body);
  };
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    if (request.url === '/health/live') return send(200, '{}');
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return send(401, '{}');
    return answer(request, Buffer.concat(parts).toString()).then(
      (text) => send(200, text),
      (error) => send(500, JSON.stringify({ message: error.message })),
    );
  });
});

server.listen(Number(PORT), HOST);
