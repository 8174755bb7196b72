import { createWriteStream, readFileSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { createSeed } from '../../src/seed/seed.js';
import { startCommand } from '../loading/load-process.js';
import { LoadSuite } from '../loading/load-suite.js';
import { elasticsearchUrl } from '../support/app.js';

const FILE_BYTES = 5e9;
const MOST_RESIDENT_MB = 400;
const ID_PLACE = '{id}';
const LOOK_EVERY_MS = 500;

/** Full records of the seed, each written many times under ids of their own. */
async function writeBigFile(path: string): Promise<number> {
  const samples = [...createSeed({ scale: 0.1, until: '2026-06-30' }).videos()].map((sample) =>
    JSON.stringify({ ...sample, video_id: ID_PLACE }).split(ID_PLACE),
  );
  const file = createWriteStream(path, { highWaterMark: 4 * 1024 * 1024 });
  let bytes = 0;
  let lines = 0;
  while (bytes < FILE_BYTES) {
    const portion = samples.map(([before, after]) => {
      lines += 1;
      return `${before}${7_000_000_000_000_000_000n + BigInt(lines)}${after}\n`;
    });
    const text = Buffer.from(portion.join(''));
    bytes += text.length;
    if (!file.write(text)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return lines;
}

/** Most memory the process has had resident so far, in MB; undefined when it has ended. */
function peakResidentMb(pid: number): number | undefined {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

describe('a file of 5 GB', () => {
  let suite: LoadSuite;
  beforeAll(async () => {
    suite = await LoadSuite.start('big-file');
  });
  afterAll(() => suite.close());

  it(`is loaded whole in at most ${MOST_RESIDENT_MB} MB of memory`, async () => {
    const path = join(suite.folder, 'videos.ndjson');
    const lines = await writeBigFile(path);
    const startedAt = performance.now();
    const { child, ended } = startCommand('load', ['videos', path, '--replace'], {
      url: elasticsearchUrl(),
      prefix: suite.prefix,
      cwd: suite.folder,
    });
    let peak = 0;
    const looking = setInterval(() => (peak = Math.max(peak, peakResidentMb(child.pid ?? 0) ?? 0)), LOOK_EVERY_MS);
    const { status, stdout, stderr } = await ended;
    clearInterval(looking);
    const minutes = (performance.now() - startedAt) / 60_000;
    console.log(
      `${(statSync(path).size / 1e9).toFixed(2)} GB, ${lines.toLocaleString('en-US')} records: ${minutes.toFixed(1)} minutes, peak ${peak.toFixed(0)} MB\n${stdout}${stderr.split('\n').slice(-4).join('\n')}`,
    );
    expect(status).toBe(0);
    expect(stdout).toContain(`${lines.toLocaleString('en-US')} read = ${lines.toLocaleString('en-US')} loaded`);
    const { count } = await suite.client.count({ index: suite.names.alias('videos') });
    expect(count).toBe(lines);
    expect(peak).toBeGreaterThan(0);
    expect(peak).toBeLessThanOrEqual(MOST_RESIDENT_MB);
  });
});
