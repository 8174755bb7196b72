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
  LogarithmicScale,
  type Point,
  PointElement,
  type Scale,
  Tooltip,
} from 'chart.js';
import { type ChartSpec, fitted, isWide, namedSteps, type Series } from '../../model/charts.js';
import { namesOfPoints } from './point-names.js';

Chart.register(BarController, BarElement, LineController, LineElement, PointElement);
Chart.register(CategoryScale, LinearScale, LogarithmicScale, Filler, Legend, Tooltip);

type Values = (number | null | Point)[];
export type OwnChart = Chart<'bar' | 'line', Values, string>;

const DASHES = [4, 4];
/** The part of the width that names may take. */
const NAMES_PART = 0.42;
const FEW_STEPS = 4;
const MANY_STEPS = 6;
const MOST_POINTS = 40;

const numbersOf = ({ values }: Series): number[] => values.filter((value) => value !== null);

/** @param onPick opens what a bar or point leads to, by its index */
export function configOf(
  spec: ChartSpec,
  canvas: HTMLCanvasElement,
  total: string,
  onPick: (at: number) => void,
): ChartConfiguration<'bar' | 'line', Values, string> {
  const width = canvas.parentElement?.clientWidth ?? 0;
  const style = getComputedStyle(canvas);
  // The style of an element resolves the variable and `light-dark()` in it.
  const colour = (name: string): string => {
    canvas.style.color = `var(--${name})`;
    return style.color;
  };
  const isBar = spec.kind === 'bar';
  const isLine = spec.kind === 'line' || spec.kind === 'points';
  const isArea = spec.isArea === true;
  const isWhole = spec.series.every((series) => numbersOf(series).every(Number.isInteger));
  const isAlone = spec.series.length === 1;
  const isPartial = (index: number): boolean => spec.partial?.[index] === true;
  const font = { family: style.fontFamily, size: 12 };
  const pen = canvas.getContext('2d');
  const widthOf = (text: string): number => {
    if (pen === null) return 0;
    pen.font = `${font.size}px ${font.family}`;
    return pen.measureText(text).width;
  };
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
      callback: (_: unknown, at: number) => fitted(spec.labels[at] ?? '', NAMES_PART * width, widthOf),
    },
  };
  const figures = {
    stacked: !isLine,
    beginAtZero: !isLine || isArea,
    border: { display: false },
    grid: { color: colour('line') },
    ticks: {
      color: colour('text-3'),
      font,
      maxTicksLimit: isArea ? FEW_STEPS : MANY_STEPS,
      ...(isWhole && { precision: 0 }),
      callback: (value: string | number) => spec.short(Number(value)),
    },
  };
  const axisOf = (series: Series) => {
    const { name, short = spec.short } = series;
    const isPowers = isWide(numbersOf(series));
    return {
      ...figures,
      type: isPowers ? ('logarithmic' as const) : ('linear' as const),
      title: { display: true, text: name, color: colour('text-2'), font },
      ticks: { ...figures.ticks, callback: (value: string | number) => short(Number(value)) },
      ...(isPowers && {
        afterBuildTicks: (axis: Scale) => {
          axis.ticks = namedSteps(axis.ticks.map(({ value }) => value)).map((value) => ({ value }));
        },
      }),
    };
  };
  const [across, up] = spec.series;
  const isOfPoints = spec.kind === 'points' && across !== undefined && up !== undefined;
  let touched = -1;
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
            ? colour(isArea ? 'series-1-soft' : `series-${at + 1}`)
            : ({ dataIndex }: { readonly dataIndex: number }) =>
                colour(`series-${at + 1}${isPartial(dataIndex) ? '-partial' : ''}`),
        borderColor: colour(isBefore ? 'text-3' : `series-${at + 1}`),
        borderWidth: isLine ? (isBefore ? 1.5 : 2) : 0,
        ...(isOfPoints
          ? { showLine: false, pointRadius: 5, pointHoverRadius: 7, pointBackgroundColor: colour('series-1') }
          : isLine
            ? {
                fill: isArea && !isBefore && 'origin',
                spanGaps: true,
                pointRadius: ({ dataIndex }: { readonly dataIndex: number }) =>
                  !isBefore && spec.dots?.isAt(dataIndex) === true
                    ? 5
                    : isArea || values.length > MOST_POINTS
                      ? 0
                      : 2.5,
                ...(isArea && { pointBackgroundColor: colour('series-2') }),
                pointHitRadius: 16,
                clip: 8,
                segment: { borderDash: ({ p1DataIndex: end }) => (isBefore || isPartial(end) ? DASHES : undefined) },
              }
            : { borderRadius: 3, maxBarThickness: isBar ? 18 : 40, categoryPercentage: isBar ? 0.82 : 0.9 }),
      })),
    },
    ...(isOfPoints && { plugins: [namesOfPoints(spec.labels, colour('text-2'), widthOf)] }),
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
          display:
            spec.dots !== undefined ||
            (!isAlone && (!isLine || spec.hasLegend === true || spec.series.some(({ isBefore }) => isBefore))),
          align: isArea ? 'start' : 'end',
          labels: {
            font,
            boxWidth: 10,
            boxHeight: 10,
            // Of its own accord, Chart.js takes the shade of the first bar.
            generateLabels: () =>
              [
                ...spec.series.map(
                  ({ name, isBefore }, at) => [name, isBefore ? 'text-3' : `series-${at + 1}`] as const,
                ),
                ...(spec.dots ? [[spec.dots.name, 'series-2'] as const] : []),
              ].map(([name, shade], at) => ({
                text: name,
                fontColor: colour('text-2'),
                fillStyle: colour(shade),
                lineWidth: 0,
                borderRadius: 2,
                datasetIndex: Math.min(at, spec.series.length - 1),
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
              const sum = items.reduce((before, { raw }) => before + Number(raw ?? 0), 0);
              return [
                ...(isLine || items.length < 2 ? [] : [`${total}: ${spec.format(sum)}`]),
                ...(spec.note?.(all[0]?.dataIndex ?? 0) ?? []),
              ];
            },
            label: ({ dataset, datasetIndex, raw, dataIndex }) =>
              isOfPoints
                ? spec.series.map(
                    ({ name, values, format = spec.format }) => ` ${name}: ${format(values[dataIndex] ?? NaN)}`,
                  )
                : ` ${spec.series[datasetIndex]?.nameAt?.(dataIndex) ?? dataset.label}: ${raw === null ? '—' : spec.format(Number(raw))}`,
          },
        },
      },
      onClick: ({ native }, [element]) => {
        if (element === undefined) return;
        const isTouch = native instanceof PointerEvent && native.pointerType === 'touch';
        const isFirst = isTouch && touched !== element.index;
        touched = element.index;
        // The first touch shows the numbers.
        if (!isFirst) onPick(element.index);
      },
      onHover: ({ native }, [element]) => {
        const target = native?.target;
        if (target instanceof HTMLElement)
          target.style.cursor = element !== undefined && spec.to?.(element.index) !== undefined ? 'pointer' : 'default';
      },
    },
  };
}
