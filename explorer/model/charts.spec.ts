import { readFileSync } from 'node:fs';
import { chartFormat, fitted, isWide, namedSteps, outerPoints } from './charts.js';

const SPANS = [
  [0, 500_000, 1_000_000, 1_500_000, 2_000_000],
  [1_000_100, 1_000_120, 1_000_140],
  [0, 0.1, 0.2, 0.1 + 0.2],
  [0, 250, 500, 750],
];

describe('an axis', () => {
  it.each(SPANS)('never repeats a label, nor rounds one: %d, %d …', (...steps) => {
    for (const path of ['usd_gmv', 'units_sold']) {
      const labels = steps.map(chartFormat(path, 'EN_US').short);
      expect(new Set(labels).size).toBe(steps.length);
      const units = { K: 1e3, M: 1e6, '': 1 };
      const read = labels.map((label) => {
        const [, number = '', unit = ''] = /^\$?([\d.]+)([KM]?)$/.exec(label) ?? [];
        return Number(number) * units[unit as keyof typeof units];
      });
      read.forEach((value, at) => expect(value).toBeCloseTo(steps[at] ?? NaN, 6));
    }
  });

  it('is one of powers where figures span twenty times and more', () => {
    const spans = [[1, 19], [1, 20], [0, 100], [-1, 500], []];
    expect(spans.map(isWide)).toEqual([false, true, false, false, false]);
    const steps = [0.1, 0.2, 0.3, 0.5, 1, 2, 3, 4, 5, 10, 15];
    expect(namedSteps(steps)).toEqual([0.1, 0.2, 0.5, 1, 2, 5, 10]);
    expect(namedSteps([...steps, 20, 50, 100, 1000])).toEqual([0.1, 1, 10, 100, 1000]);
  });
});

describe('names', () => {
  it('are those of the points farthest from the others', () => {
    const near = [0, 1, 2, 3, 4].map((at) => ({ x: 50 + at, y: 50 }));
    expect(outerPoints([...near, { x: 100, y: 50 }, { x: 50, y: 0 }, { x: 0, y: 0 }], 3)).toEqual([7, 6, 5]);
  });

  it('are cut only where there is no room', () => {
    const widthOf = (text: string): number => 10 * text.length;
    const cut = (name: string, room: number): string => fitted(name, room, widthOf);
    expect([cut('Lipstick', 80), cut('Lip stick', 50), cut('Lipstick', 5)]).toEqual(['Lipstick', 'Lip…', '…']);
  });
});

describe('the colours of lines, bars and dots', () => {
  const styles = readFileSync('explorer/styles/01-base.css', 'utf8');
  const coloursOf = (name: string): string[] =>
    new RegExp(`--${name}: ([^;]*)`).exec(styles)?.[1]?.match(/#[\da-f]{6}\b/g) ?? [];
  /** Of WCAG 2. */
  const luminance = (colour: string): number =>
    [0.2126, 0.7152, 0.0722].reduce((sum, part, at) => {
      const value = parseInt(colour.slice(1 + 2 * at, 3 + 2 * at), 16) / 255;
      return sum + part * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    }, 0);
  const contrast = (one: string, other: string): number => {
    const [darker = 0, lighter = 0] = [one, other].map(luminance).sort((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  };

  it('are told from what is behind them in both themes', () => {
    expect([contrast('#000000', '#ffffff'), contrast('#777777', '#ffffff').toFixed(2)]).toEqual([21, '4.48']);
    const names = [...styles.matchAll(/--(series-\d(?:-partial)?|text-3|up|down):/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(8);
    const surface = coloursOf('surface');
    for (const name of names) {
      const [light = '', dark = light] = coloursOf(name);
      const low = [contrast(light, surface[0] ?? ''), contrast(dark, surface[1] ?? '')].filter((ratio) => ratio < 3);
      expect([name, low]).toEqual([name, []]);
    }
  });
});
