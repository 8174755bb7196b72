import type { TestApp } from './app.js';

/** What /metrics shows: values by name and labels, as Prometheus writes them: `name{a="1",b="2"}`. */
export type Samples = ReadonlyMap<string, number>;

export async function readMetrics(service: TestApp): Promise<Samples> {
  const response = await service.api.fetch('/metrics');
  if (response.status !== 200) throw new Error(`/metrics answers ${response.status}.`);
  return parseMetrics(await response.text());
}

export function parseMetrics(text: string): Samples {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

/** The sum over all samples of that name that have those labels; undefined when there is none. */
export function sumOf(
  samples: Samples,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const found = [...samples].filter(
    ([key]) => (key === name || key.startsWith(`${name}{`)) && wanted.every((label) => key.includes(label)),
  );
  return found.length === 0 ? undefined : found.reduce((sum, [, value]) => sum + value, 0);
}
