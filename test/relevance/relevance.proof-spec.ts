import { readFileSync, writeFileSync } from 'node:fs';
import { measureCost } from './cost.js';
import { evaluate } from './evaluation.js';
import { judgedTable } from './judged/judged-report.js';
import { measureJudged } from './judged/measure-judged.js';
import { isHeldOut } from './queries/queries.js';
import type { RelevanceApp } from './relevance-app.js';
import { startRelevanceApp } from './relevance-app.js';
import { buildRelevanceSet } from './relevance-set.js';
import { checkCost, checkGoals } from './report/goals.js';
import type { Report } from './report/report.js';
import { comparisonTables, toReport } from './report/report.js';
import { showQuery } from './report/show.js';
import { summarize } from './report/summary.js';
import { costTable, goalTable, groupTable } from './report/tables.js';

/** What `npm run relevance` was asked for. */
interface Options {
  readonly json?: string;
  readonly compare?: string;
  readonly show?: string;
  readonly kind?: string;
  readonly lang?: string;
  readonly cost?: boolean;
  readonly judged?: string;
}

const options = JSON.parse(process.env.RELEVANCE_OPTIONS ?? '{}') as Options;
const print = (text: string): void => void process.stdout.write(`${text}\n\n`);

describe('relevance', () => {
  const set = buildRelevanceSet();
  const queries = set.queries.filter(
    ({ kind, language }) => (options.kind ?? kind) === kind && (options.lang ?? language) === language,
  );

  const { judged } = options;
  if (judged !== undefined) it('measures a set that others judged', () => measureOthers(judged));
  else if (options.cost === true) it('costs no more than it may', showCost);
  else if (options.show === undefined) it('meets its goals', () => withApp(measure));
  else it('shows a query', () => withApp((app) => show(app, options.show ?? '')));

  async function withApp(work: (relevance: RelevanceApp) => Promise<void>): Promise<void> {
    const relevance = await startRelevanceApp(set);
    await work(relevance).finally(() => relevance.close());
  }

  async function measureOthers(folder: string): Promise<void> {
    const measured = await measureJudged(folder);
    print(judgedTable('clean', measured.clean));
    if (measured.misspelt.service?.length !== 0) print(judgedTable('one word misspelt', measured.misspelt));
    if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(measured, null, 2)}\n`);
    expect(measured.clean.service?.length).toBeGreaterThan(0);
  }

  async function showCost(): Promise<void> {
    const costs = await measureCost(set);
    const goal = checkCost(costs.at(-1)?.ratio ?? NaN);
    print(costTable(costs));
    print(goalTable([goal]));
    expect(goal.isMet).toBe(true);
  }

  async function measure(relevance: RelevanceApp): Promise<void> {
    const evaluated = await evaluate(relevance.engines, queries, set.judgements);
    print(`${set.corpus.facts.length} records, ${queries.length} judged queries`);
    print(
      groupTable(
        'kind',
        summarize(evaluated, ({ query }) => query.kind),
      ),
    );
    print(
      groupTable(
        'language',
        summarize(evaluated, ({ query }) => query.language),
      ),
    );
    print(
      groupTable(
        'operation',
        summarize(evaluated, ({ query }) => query.operation),
      ),
    );
    print(
      groupTable(
        'part',
        summarize(evaluated, ({ query }) => (isHeldOut(query) ? 'held out' : 'tuning')),
      ),
    );
    const goals = checkGoals(evaluated);
    print(goalTable(goals));
    const report = toReport(evaluated, goals);
    if (options.compare !== undefined) {
      print(comparisonTables(JSON.parse(readFileSync(options.compare, 'utf8')) as Report, report));
    }
    if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
    expect(goals.filter(({ isMet }) => !isMet).map(({ name }) => name)).toEqual([]);
  }

  async function show(relevance: RelevanceApp, wanted: string): Promise<void> {
    const asked = queries.filter(({ id, text }) => id === wanted || text === wanted);
    const [ours] = relevance.engines;
    for (const query of asked) if (ours) print(await showQuery(ours, query, set.judgements, set.textOf));
    expect(asked.length).toBeGreaterThan(0);
  }
});
