const LOOK_EVERY_MS = 25;
/** An event loop that is at work for this share of the time has about as much to do as it can. */
const BUSY_SHARE = 0.8;

/** Whether this process itself is what is short: by how much of the last moment its event loop was at work. */
export class BusyLoop {
  private lookedAt = 0;
  private before = performance.eventLoopUtilization();
  private wasBusy = false;

  get isBusy(): boolean {
    const now = performance.now();
    if (now - this.lookedAt < LOOK_EVERY_MS) return this.wasBusy;
    const sinceStart = performance.eventLoopUtilization();
    this.wasBusy = performance.eventLoopUtilization(sinceStart, this.before).utilization > BUSY_SHARE;
    this.before = sinceStart;
    this.lookedAt = now;
    return this.wasBusy;
  }
}
