import { readFileSync } from 'node:fs';
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { Metrics } from '../../src/telemetry/metrics.js';
import { testApp } from '../support/app.js';
import { emptyIndices } from '../support/shared-indices.js';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}
interface Panel {
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Recording {
  readonly record: string;
  readonly expr: string;
}

const { groups } = parse(readFileSync('ops/alerts.yml', 'utf8')) as {
  groups: readonly { rules: readonly (Alert | Recording)[] }[];
};
const RULES = groups.flatMap(({ rules }) => rules);
const ALERTS = RULES.flatMap((rule) => ('alert' in rule ? [rule] : []));
const RECORDINGS = RULES.flatMap((rule) => ('record' in rule ? [rule] : []));
const { panels } = JSON.parse(readFileSync('ops/dashboard.json', 'utf8')) as { panels: readonly Panel[] };
const TARGETS = panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })));

/** Labels that the scrape adds, and the metric that it makes. */
const OF_THE_SCRAPE = ['job', 'instance'];
const MADE_BY_THE_SCRAPE = ['up'];

interface Selector {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** What an expression reads: metrics with the labels it picks them by, and the labels it groups by. */
function readExpression(expression: string): { faults: string[]; selectors: Selector[]; groupedBy: string[] } {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const faults: string[] = [];
  const selectors: Selector[] = [];
  const groupedBy: string[] = [];
  const textOf = (node: SyntaxNode): string => text.slice(node.from, node.to);
  parser.parse(text).iterate({
    enter: ({ node, type }) => {
      if (type.isError) faults.push(`${text.slice(Math.max(0, node.from - 20), node.to + 20)} is no PromQL`);
      if (type.name === 'VectorSelector') {
        const labels = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
        selectors.push({
          metric: textOf(node.getChild('Identifier') ?? node),
          labels: labels.map((label) => textOf(label.getChild('LabelName') ?? label)),
        });
      }
      if (type.name === 'GroupingLabels') groupedBy.push(...node.getChildren('LabelName').map(textOf));
    },
  });
  return { faults, selectors, groupedBy };
}

type Shown = ReadonlyMap<string, ReadonlySet<string>>;

function shownBy(metrics: Metrics): Shown {
  return new Map(
    (metrics.registry.getMetricsAsArray() as unknown as MetricDescription[]).flatMap(
      ({ name, type, labelNames = [] }) => {
        const labels = new Set(labelNames);
        if (type !== 'histogram') return [[name, labels] as const];
        return [
          [`${name}_bucket`, new Set([...labels, 'le'])] as const,
          [`${name}_sum`, labels] as const,
          [`${name}_count`, labels] as const,
        ];
      },
    ),
  );
}

interface MetricDescription {
  readonly name: string;
  readonly type: string;
  readonly labelNames?: readonly string[];
}

/** Whatever of an expression does not exist: faults of syntax, metrics that are not shown, labels that they don't have. */
function missingIn(expression: string, shown: Shown): string[] {
  const { faults, selectors, groupedBy } = readExpression(expression);
  if (selectors.length === 0) return [...faults, 'reads no metric'];
  const wrong = selectors.flatMap(({ metric, labels }) => {
    if (MADE_BY_THE_SCRAPE.includes(metric)) return [];
    if (metric.startsWith('job:')) return RECORDINGS.some(({ record }) => record === metric) ? [] : [`no ${metric}`];
    const known = shown.get(metric);
    if (known === undefined) return [`no metric ${metric}`];
    return [...labels, ...groupedBy].flatMap((label) =>
      known.has(label) || OF_THE_SCRAPE.includes(label) ? [] : [`${metric} has no label ${label}`],
    );
  });
  return [...faults, ...wrong];
}

describe('what watches the service', () => {
  let shown: Shown;
  const service = testApp(() => ({ name: 'monitoring', indices: emptyIndices() }));
  beforeAll(async () => {
    const text = await (await service.api.fetch('/metrics')).text();
    shown = shownBy(service.app.get(Metrics));
    for (const name of shown.keys()) expect(text).toContain(name.replace(/_(?:bucket|sum|count)$/, ''));
  });

  it.each(ALERTS.map(({ alert, expr }) => [alert, expr]))('alerts over metrics that there are: %s', (_, expression) => {
    expect(missingIn(expression, shown)).toEqual([]);
  });

  it.each(RECORDINGS.map(({ record, expr }) => [record, expr]))(
    'records from metrics that there are: %s',
    (_, expr) => {
      expect(missingIn(expr, shown)).toEqual([]);
      expect(expr.match(/\[\w+\]/g)?.every((window) => _.endsWith(`_rate${window.slice(1, -1)}`))).toBe(true);
    },
  );

  it('shows how many pages are within the objective: its limit is a bucket of the durations', async () => {
    const limits = RECORDINGS.flatMap(({ expr }) => /le="([\d.]+)"/.exec(expr)?.[1] ?? []);
    expect(new Set(limits)).toEqual(new Set(['0.3']));
    await service.api.post('/live/v1/search');
    const text = await (await service.api.fetch('/metrics')).text();
    expect(text).toMatch(/http_server_request_duration_seconds_bucket\{le="0\.3",http_route="\/live\/v1\/search"/);
  });

  it.each(TARGETS.map(({ title, legendFormat, expr }) => [`${title}, ${legendFormat}`, expr]))(
    'draws metrics that there are: %s',
    (_, expression) => {
      expect(missingIn(expression, shown)).toEqual([]);
    },
  );

  it('says of every alert how bad it is, what it is, what to do, and where the runbook says more', () => {
    const runbook = readFileSync('docs/operating.md', 'utf8');
    expect(ALERTS.length).toBeGreaterThan(8);
    for (const { alert, labels, annotations } of ALERTS) {
      expect(['warning', 'critical']).toContain(labels.severity);
      expect(Object.keys(annotations).sort()).toEqual(['action', 'runbook_url', 'summary']);
      expect(annotations['runbook_url']).toBe(`docs/operating.md#${alert.toLowerCase()}`);
      expect(runbook).toContain(`<a id="${alert.toLowerCase()}"></a>\`${alert}\``);
    }
    expect(new Set(ALERTS.map(({ alert }) => alert)).size).toBe(ALERTS.length);
  });

  it('draws everything that the service shows of its own', () => {
    const drawn = new Set(TARGETS.flatMap(({ expr }) => readExpression(expr).selectors.map(({ metric }) => metric)));
    const families = new Set([...drawn].map(familyOf));
    const own = [...shown.keys()].map(familyOf).filter((name) => !/^(?:process|nodejs)_/.test(name));
    expect([...new Set(own)].filter((name) => !families.has(name))).toEqual(['commerce_page_cache_pages']);
  });

  it.each([
    ['sum(rate(no_such_metric[5m]))', 'no metric no_such_metric'],
    ['http_server_requests_total{statuss="500"}', 'http_server_requests_total has no label statuss'],
    ['sum by (path) (http_server_requests_total)', 'http_server_requests_total has no label path'],
    ['sum(rate(http_server_requests_total[5m])', 'is no PromQL'],
    ['1 > 0', 'reads no metric'],
  ])('would be found wrong with %s', (expression, fault) => {
    expect(missingIn(expression, shown).join()).toContain(fault);
  });
});

const familyOf = (metric: string): string => metric.replace(/_(?:bucket|sum|count)$/, '');
