const WINDOW_MS = 5000;
const BAR_CELLS = 20;

interface Sample {
  readonly at: number;
  readonly lines: number;
  readonly bytes: number;
}

/** Describes the progress of reading: share, lines/s and MB/s of the last five seconds, and time left. */
export class LoadMeter {
  private readonly samples: Sample[];

  /** @param totalBytes size of all inputs on disk; undefined when unknown */
  constructor(
    private readonly totalBytes: number | undefined,
    now: number,
  ) {
    this.samples = [{ at: now, lines: 0, bytes: 0 }];
  }

  /** @param now milliseconds of a monotonic clock */
  describe(lines: number, bytes: number, now: number): string {
    this.samples.push({ at: now, lines, bytes });
    while (this.samples.length > 2 && now - (this.samples[1]?.at ?? now) >= WINDOW_MS) this.samples.shift();
    const first = this.samples[0] as Sample;
    const seconds = Math.max(0.001, (now - first.at) / 1000);
    const bytesPerSecond = (bytes - first.bytes) / seconds;
    const rates = `${count((lines - first.lines) / seconds)} lines/s  ${(bytesPerSecond / 1e6).toFixed(1)} MB/s`;
    if (this.totalBytes === undefined || this.totalBytes === 0) return `${count(lines)} lines  ${rates}`;
    const share = Math.min(1, bytes / this.totalBytes);
    const full = Math.round(share * BAR_CELLS);
    const bar = `[${'#'.repeat(full)}${'-'.repeat(BAR_CELLS - full)}] ${Math.floor(share * 100)} %`;
    const left = bytesPerSecond > 0 ? `  ${clock((this.totalBytes - bytes) / bytesPerSecond)} left` : '';
    return `${bar}  ${count(lines)} lines  ${rates}${left}`;
  }
}

const count = (amount: number): string => Math.round(amount).toLocaleString('en-US');

/** `1:05` or `2:03:04`. */
function clock(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
