import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../support/app.js';
import { seededIndices } from '../support/shared-indices.js';
import { figuresOf, MEASURED_REQUESTS, quietSender, shortestWay, WayMeter } from '../support/ways.js';

const MOST_LINES = 250;

const linesOf = (file: string): number =>
  readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8')
    .trimEnd()
    .split('\n').length;

describe('what one warm request runs', () => {
  const meter = new WayMeter(['src']);
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ name: 'ways', indices: seededIndices() });
    await meter.start();
  });
  afterAll(async () => {
    meter.stop();
    await service?.close();
  });

  it.each(Object.entries(MEASURED_REQUESTS))('%s: no more files and functions than its bounds', async (_, request) => {
    const way = await shortestWay(meter, request, quietSender(service));
    const { files, functions } = figuresOf(way);
    // `npm run proof -- ways` prints them.
    expect({ files, functions, most: request.most }).toEqual({
      files: Math.min(files, request.most.files),
      functions: Math.min(functions, request.most.functions),
      most: request.most,
    });
    // Fewer would mean that nothing was measured.
    expect(files).toBeGreaterThan(request.most.files / 2);
    expect([...way.keys()].filter((file) => linesOf(file) > MOST_LINES)).toEqual([]);
  });
});
