import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  type Point,
  PointElement,
  Tooltip,
} from 'chart.js';
import { useEffect, useRef } from 'preact/hooks';
import type { ChartSpec, Series } from '../../model/charts.js';
import { useExplorer } from '../app/context.js';

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

const LETTER_WIDTH = 7;
const LONGEST_LABEL = 32;
const DASHES = [4, 4];

/** A chart on a canvas, in the colours of the page; hovering shows numbers. */
export function ChartCanvas({ spec }: { readonly spec: ChartSpec }) {
  const { scheme, text, go } = useExplorer();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current === null) return;
    const config = configOf(spec, canvas.current, text('chartTotal'), (at) => spec.to && go(spec.to(at)));
    const chart = new Chart(canvas.current, config);
    return () => chart.destroy();
  }, [spec, scheme]);
  return <canvas ref={canvas} role="img" aria-label={spec.title} />;
}

function configOf(
  spec: ChartSpec,
  canvas: HTMLCanvasElement,
  total: string,
  onPick: (at: number) => void,
): ChartConfiguration<'bar' | 'line', (number | null | Point)[], string> {
  const width = canvas.parentElement?.clientWidth ?? 0;
  // Names may take less than half of the width.
  const longest = Math.min(LONGEST_LABEL, Math.floor((0.42 * width) / LETTER_WIDTH));
  const style = getComputedStyle(canvas);
  // The style of an element resolves the variable and `light-dark()` in it.
  const colour = (name: string): string => {
    canvas.style.color = `var(--${name})`;
    return style.color;
  };
  const isBar = spec.kind === 'bar';
  const isLine = spec.kind === 'line' || spec.kind === 'points';
  const isWhole = spec.series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
  const isAlone = spec.series.length === 1;
  const isPartial = (index: number): boolean => spec.partial?.[index] === true;
  const font = { family: style.fontFamily, size: 12 };
  const names = {
    grid: { display: false },
    stacked: !isLine,
    border: { color: colour('line') },
    ticks: {
      color: colour('text-2'),
      font,
      maxRotation: 0,
      autoSkip: !isBar,
      autoSkipPadding: 16,
      callback: (_: unknown, at: number) => shortened(spec.labels[at] ?? '', longest),
    },
  };
  const figures = {
    stacked: !isLine,
    beginAtZero: !isLine,
    border: { display: false },
    grid: { color: colour('line') },
    ticks: {
      color: colour('text-3'),
      font,
      maxTicksLimit: 6,
      ...(isWhole && { precision: 0 }),
      callback: (value: string | number) => spec.short(Number(value)),
    },
  };
  const axisOf = ({ name, short = spec.short }: Series) => ({
    ...figures,
    type: 'linear' as const,
    title: { display: true, text: name, color: colour('text-2'), font },
    ticks: { ...figures.ticks, callback: (value: string | number) => short(Number(value)) },
  });
  const [across, up] = spec.series;
  const isOfPoints = spec.kind === 'points' && across !== undefined && up !== undefined;
  return {
    type: isLine ? 'line' : 'bar',
    data: {
      labels: [...spec.labels],
      datasets: (isOfPoints ? [up] : spec.series).map(({ name, values, isBefore = false }, at) => ({
        label: name,
        data: isOfPoints ? values.map((y, point) => ({ x: across.values[point] ?? NaN, y: y ?? NaN })) : [...values],
        ...(isBefore && !isLine && { stack: 'before' }),
        backgroundColor: isBefore
          ? colour('text-3')
          : isLine
            ? colour(isAlone ? 'series-1-soft' : `series-${at + 1}`)
            : ({ dataIndex }: { readonly dataIndex: number }) =>
                colour(`series-${at + 1}${isPartial(dataIndex) ? '-partial' : ''}`),
        borderColor: colour(isBefore ? 'text-3' : `series-${at + 1}`),
        borderWidth: isLine ? 2 : 0,
        ...(isOfPoints
          ? { showLine: false, pointRadius: 5, pointHoverRadius: 7, pointBackgroundColor: colour('series-1') }
          : isLine
            ? {
                fill: isAlone,
                spanGaps: true,
                pointRadius: values.length > 40 ? 0 : 2.5,
                pointHitRadius: 16,
                segment: { borderDash: ({ p1DataIndex: end }) => (isBefore || isPartial(end) ? DASHES : undefined) },
              }
            : { borderRadius: 3, maxBarThickness: isBar ? 18 : 40, categoryPercentage: isBar ? 0.82 : 0.9 }),
      })),
    },
    options: {
      indexAxis: isBar ? 'y' : 'x',
      responsive: true,
      maintainAspectRatio: false,
      animation: false,
      interaction: isOfPoints
        ? { mode: 'nearest', intersect: true }
        : { mode: 'index', axis: isBar ? 'y' : 'x', intersect: false },
      scales: isOfPoints
        ? { x: axisOf(across), y: axisOf(up) }
        : isBar
          ? { x: figures, y: names }
          : { x: names, y: figures },
      plugins: {
        legend: {
          // Comparisons show the colours of their lines with the names.
          display: !isAlone && (!isLine || spec.hasLegend === true || spec.series.some(({ isBefore }) => isBefore)),
          align: 'end',
          labels: {
            font,
            boxWidth: 10,
            boxHeight: 10,
            // Of its own accord, Chart.js takes the shade of the first bar.
            generateLabels: () =>
              spec.series.map(({ name, isBefore }, at) => ({
                text: name,
                fontColor: colour('text-2'),
                fillStyle: colour(isBefore ? 'text-3' : `series-${at + 1}`),
                lineWidth: 0,
                borderRadius: 2,
                datasetIndex: at,
              })),
          },
        },
        tooltip: {
          backgroundColor: colour('tooltip'),
          titleColor: colour('tooltip-text'),
          bodyColor: colour('tooltip-text'),
          titleFont: { ...font, weight: 600 },
          bodyFont: font,
          footerColor: colour('tooltip-text'),
          footerFont: font,
          padding: 10,
          cornerRadius: 6,
          boxPadding: 4,
          callbacks: {
            title: ([item]) => spec.labels[item?.dataIndex ?? 0] ?? '',
            footer: (all) => {
              const items = all.filter(({ datasetIndex }) => spec.series[datasetIndex]?.isBefore !== true);
              return isLine || items.length < 2
                ? ''
                : `${total}: ${spec.format(items.reduce((sum, { raw }) => sum + Number(raw ?? 0), 0))}`;
            },
            label: ({ dataset, raw, dataIndex }) =>
              isOfPoints
                ? spec.series.map(
                    ({ name, values, format = spec.format }) => ` ${name}: ${format(values[dataIndex] ?? NaN)}`,
                  )
                : ` ${dataset.label}: ${raw === null ? '—' : spec.format(Number(raw))}`,
          },
        },
      },
      onClick: (_event, [element]) => {
        if (element !== undefined) onPick(element.index);
      },
      onHover: (event, elements) => {
        const target = event.native?.target;
        if (target instanceof HTMLElement)
          target.style.cursor = elements.length > 0 && spec.to !== undefined ? 'pointer' : 'default';
      },
    },
  };
}

const shortened = (label: string, longest: number): string =>
  label.length > longest ? `${label.slice(0, longest - 1).trimEnd()}…` : label;
