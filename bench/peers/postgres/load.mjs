import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { toStored } from '../../../dist/modules/src/loading/load-kind.js';
import { localizeRanked } from '../../../dist/modules/src/records/ranked.js';
import { toTopEcommerceRecord } from '../../../dist/modules/src/records/top-ecommerce.record.js';
import { toTopGrowthRecord } from '../../../dist/modules/src/records/top-growth.record.js';
import { boardRows, periodsBackFrom } from '../../pages/boards-data.mjs';
import { CATEGORIES, countsOf, recordsOf, VERSION } from '../../pages/data-set.mjs';
import { programs } from './cluster.mjs';
import {
  copiedRanking,
  copiedSearch,
  createRanking,
  createSearch,
  indexesOf,
  periodKey,
  rankingIndexesOf,
  RANKINGS,
  searchOf,
  TEXT_SEARCH,
} from './tables.mjs';
import { searchedText } from './words.mjs';

/** Raised whenever what is loaded changes, beside the statements that make it. */
const LOADED = 1;
const PROGRESS_EVERY = 5000;

/**
 * Sees to it that a set of records is in a database of its own: kept from run to run, loaded anew when the generator or
 * the statements have changed.
 * @returns the database's name and how many seconds loading it took
 */
export async function ensureLoaded(client, set, onProgress) {
  const { prefix: database, size, kinds, periods, creators, until } = set;
  const steps = stepsOf(set);
  const mark = createHash('sha256')
    .update(JSON.stringify([VERSION, LOADED, size, kinds, periods, creators, until, steps.map(({ sql }) => sql)]))
    .digest('hex')
    .slice(0, 16);
  const admin = await connected({ ...client, database: 'postgres' });
  try {
    const { rows } = await admin.query(
      `select shobj_description(oid, 'pg_database') as loaded from pg_database where datname = $1`,
      [database],
    );
    const known = JSON.parse(rows[0]?.loaded ?? '{}');
    if (known.mark === mark) return { database, seconds: known.seconds };
    if (rows.length > 0) await admin.query(`drop database "${database}" with (force)`);
    await admin.query(`create database "${database}"`);
    const startedAt = performance.now();
    await load({ ...client, database }, steps, onProgress);
    const seconds = (performance.now() - startedAt) / 1000;
    await admin.query(`comment on database "${database}" is '${JSON.stringify({ mark, seconds })}'`);
    return { database, seconds };
  } finally {
    await admin.end();
  }
}

async function load(client, steps, onProgress) {
  const loading = await connected(client);
  try {
    for (const { sql, copies } of steps) {
      onProgress(`${client.database}: ${sql ?? `copying to ${copies.table}`}`.replaceAll(/\s+/g, ' ').slice(0, 100));
      if (sql === undefined) await copy(client, copies, onProgress);
      else await loading.query(sql);
    }
  } finally {
    await loading.end();
  }
}

async function connected(options) {
  const client = new pg.Client(options);
  await client.connect();
  return client;
}

/** What is done in turn: SQL, or rows that are copied. Statistics and the map of visible pages come last. */
function stepsOf(set) {
  const sql = (...texts) => texts.map((text) => ({ sql: text }));
  const searches = set.kinds.map((kind) => ({ kind, ...searchOf(kind) }));
  const boards = boardRows(periodsBackFrom(set.until, set.periods), set.creators);
  return [
    ...sql(TEXT_SEARCH),
    ...searches.flatMap((search) => [
      ...sql(copiedSearch(search)),
      { copies: { table: `${search.table}_copied`, rows: () => searchRows(search, countsOf(set.size)[search.kind]) } },
      ...sql(...createSearch(search), ...indexesOf(search)),
    ]),
    ...Object.values(RANKINGS).flatMap((ranking) => [
      ...sql(copiedRanking(ranking)),
      { copies: { table: `${ranking.table}_copied`, rows: () => rankingRows(ranking, boards) } },
      ...sql(...createRanking(ranking), ...rankingIndexesOf(ranking)),
    ]),
    ...sql('vacuum (freeze, analyze)'),
  ];
}

function* searchRows({ kind, columns }, count) {
  for (const record of recordsOf(kind, count)) {
    const { id, document } = toStored(kind, record, CATEGORIES);
    const [title, ...others] = document.words;
    const texts = [searchedText([title]), searchedText(others)];
    yield [id, ...Object.keys(columns).map((name) => document[name]), ...texts, document.record];
  }
}

const BOARDS = {
  top_ecommerce: { kind: 'top-ecommerce-boards', toRecord: toTopEcommerceRecord },
  top_growth: { kind: 'top-growth-boards', toRecord: toTopGrowthRecord },
};

/**
 * A row's board, and of top e-commerce its list: `topEcommerce:week:2026-05@build`, `…@build/all`, `…@build/601450`. The
 * record is what leaves but for the rank and the closing brace, which a page adds.
 */
function* rankingRows({ table, columns }, boards) {
  const { kind, toRecord } = BOARDS[table];
  let id = 0;
  for (const { source } of boards[kind]()) {
    const row = JSON.parse(source);
    const [, type, value] = /^\w+:(\w+):([^@]+)@/.exec(row.board);
    const category = row.list?.split('/').at(-1);
    const list = category === undefined ? [] : [category === 'all' ? 0 : category];
    const record = { ...localizeRanked(toRecord(row, 0), CATEGORIES.creator, 'EN_US'), rank: undefined };
    const keys = [(id += 1), periodKey({ type, value }), ...list, row.uid];
    yield [...keys, ...Object.keys(columns).map((name) => row[name]), JSON.stringify(record).slice(0, -1)];
  }
}

/** Copies rows by psql, whose format is text with tabs. */
async function copy({ host, port, user, password, database }, { table, rows }, onProgress) {
  const parameters = ['-h', host, '-p', String(port), '-U', user, '-d', database, '-X', '-q', '-v', 'ON_ERROR_STOP=1'];
  const psql = spawn(join(programs, 'psql'), [...parameters, '-c', `copy ${table} from stdin`], {
    env: { ...process.env, PGPASSWORD: password },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const exit = once(psql, 'exit');
  let error = '';
  psql.stderr.on('data', (part) => (error += part));
  psql.stdin.on('error', () => {});
  let [count, text] = [0, ''];
  for (const row of rows()) {
    text += `${row.map(field).join('\t')}\n`;
    count += 1;
    if (count % PROGRESS_EVERY !== 0) continue;
    if (!psql.stdin.write(text) && psql.exitCode === null) await Promise.race([once(psql.stdin, 'drain'), exit]);
    text = '';
    onProgress(`${database}${table}: ${count.toLocaleString('en-US')} rows`);
  }
  psql.stdin.end(text);
  const [code] = await exit;
  if (code !== 0) throw new Error(`psql could not copy to ${table}: ${error}`);
}

const ESCAPES = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function field(value) {
  if (value === null || value === undefined) return '\\N';
  if (Array.isArray(value)) return `{${value.join()}}`;
  return typeof value === 'string' ? value.replaceAll(/[\\\t\n\r]/g, (character) => ESCAPES[character]) : String(value);
}
