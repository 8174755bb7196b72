const LINE_EVERY_MS = 2000;

/** Shows the progress of a long step, in a terminal or a log. */
export class Progress {
  private readonly startedAt = Date.now();
  private lastLineAt = Date.now();
  private lastText = '…';
  private readonly heartbeat = setInterval(() => this.beat(), LINE_EVERY_MS).unref();

  constructor(
    private readonly title: string,
    private readonly output: NodeJS.WriteStream = process.stdout,
  ) {
    this.show(this.lastText);
  }

  /** Replaces the line on a terminal. Otherwise writes at most one line every two seconds. */
  update(text: string): void {
    this.lastText = text;
    if (this.output.isTTY) return this.show(text);
    if (Date.now() - this.lastLineAt < LINE_EVERY_MS) return;
    this.lastLineAt = Date.now();
    this.show(text);
  }

  /** Ends the step and shows its duration. */
  done(): void {
    clearInterval(this.heartbeat);
    this.show(`done in ${((Date.now() - this.startedAt) / 1000).toFixed(1)} s`);
    if (this.output.isTTY) this.output.write('\n');
  }

  /** Ends the step without a result. */
  leave(): void {
    clearInterval(this.heartbeat);
    if (this.output.isTTY) this.output.write('\n');
  }

  /** Writes a separate line, above the progress on a terminal. */
  note(text: string): void {
    this.output.write(this.output.isTTY ? `\r\x1b[K${text}\n` : `${text}\n`);
  }

  /** Shows that a step without news is still running. */
  private beat(): void {
    if (Date.now() - this.lastLineAt < LINE_EVERY_MS) return;
    this.lastLineAt = Date.now();
    this.show(`${this.lastText} (${Math.round((Date.now() - this.startedAt) / 1000)} s)`);
  }

  private show(text: string): void {
    const line = `${this.title}: ${text}`;
    if (this.output.isTTY) this.output.write(`\r\x1b[K${line.slice(0, (this.output.columns || 80) - 1)}`);
    else this.output.write(`${line}\n`);
  }
}
