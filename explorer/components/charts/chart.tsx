import { Chart } from 'chart.js';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChartSpec } from '../../model/charts.js';
import { useExplorer } from '../app/context.js';
import { configOf, type OwnChart } from './chart-config.js';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * A chart on a canvas, in the colours of the page. Hovering, touching and the arrow keys show numbers; a click, a second
 * touch and Enter open.
 */
export function ChartCanvas({ spec }: { readonly spec: ChartSpec }) {
  const { scheme, text, go } = useExplorer();
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<{ readonly chart: OwnChart; at: number } | null>(null);
  const [words, setWords] = useState('');
  const open = (at: number): void => {
    const state = spec.to?.(at);
    if (state !== undefined) go(state);
  };
  useEffect(() => {
    if (canvas.current === null) return;
    const chart = new Chart(canvas.current, configOf(spec, canvas.current, text('chartTotal'), open));
    drawn.current = { chart, at: -1 };
    return () => chart.destroy();
  }, [spec, scheme]);
  const onKey = (event: KeyboardEvent): void => {
    const { current } = drawn;
    const step = STEPS[event.key];
    if (current === null) return;
    if (event.key === 'Enter') return open(current.at);
    if (step === undefined) return;
    event.preventDefault();
    const { chart } = current;
    current.at = Math.max(0, Math.min(spec.labels.length - 1, current.at + step));
    const active = chart.data.datasets.flatMap(({ data }, datasetIndex) =>
      data[current.at] === null ? [] : [{ datasetIndex, index: current.at }],
    );
    chart.setActiveElements(active);
    chart.tooltip?.setActiveElements(active, { x: 0, y: 0 });
    chart.update();
    const { title = [], body = [], footer = [] } = chart.tooltip ?? {};
    setWords([...title, ...body.flatMap(({ lines }) => lines), ...footer].join(' · '));
  };
  return (
    <>
      <canvas ref={canvas} role="img" aria-label={spec.title} tabIndex={0} onKeyDown={onKey} />
      <span class="visually-hidden" role="status">
        {words}
      </span>
    </>
  );
}
