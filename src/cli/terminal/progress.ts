const LINE_EVERY_MS = 2000;

/** Shows the progress of a long step: on a terminal in one line that changes, otherwise as a line every two seconds. */
export class Progress {
  private readonly startedAt = Date.now();
  private readonly heartbeat = setInterval(() => this.show(), LINE_EVERY_MS).unref();
  private hasEnded = false;

  constructor(
    private readonly title: string,
    private readonly output: NodeJS.WriteStream = process.stdout,
    private text = '…',
  ) {
    this.show();
  }

  private get seconds(): number {
    return (Date.now() - this.startedAt) / 1000;
  }

  update(text: string): void {
    this.text = text;
    if (this.output.isTTY || this.hasEnded) this.show();
  }

  /** Updates with an amount, its rate, and the time that is left when this share (0 to 1) of the work is done. */
  advance(count: number, noun: string, share?: number): void {
    const rate = Math.round(count / Math.max(0.001, this.seconds));
    const left = share ? `, ${Math.max(0, Math.ceil(this.seconds / share - this.seconds))} s left` : '';
    this.update(`${count.toLocaleString('en-US')} ${noun}, ${rate.toLocaleString('en-US')}/s${left}`);
  }

  done(result = `done in ${this.seconds.toFixed(1)} s`): void {
    clearInterval(this.heartbeat);
    this.hasEnded = true;
    this.write(`${this.title}: ${result}`, '\n');
  }

  /** Writes a separate line, above the progress on a terminal. */
  note(text: string): void {
    this.output.write(`${this.lineStart}${text}\n`);
  }

  private get lineStart(): string {
    return this.output.isTTY ? '\r\x1b[K' : '';
  }

  private show(): void {
    this.write(`${this.title} (${Math.floor(this.seconds)} s): ${this.text}`, this.output.isTTY ? '' : '\n');
  }

  private write(line: string, end: string): void {
    const shown = this.output.isTTY ? line.slice(0, (this.output.columns || 80) - 1) : line;
    this.output.write(`${this.lineStart}${shown}${end}`);
  }
}
