import { randomUUID } from 'node:crypto';
import { ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { elasticsearchUrl, startTestApp } from '../../test/support/app.js';
import { seededIndices } from '../../test/support/shared-indices.js';
import { figuresOf, MEASURED_REQUESTS, post, quietSender, shortestWay, WayMeter } from '../../test/support/ways.js';

type Send = Parameters<typeof shortestWay>[2];

const print = (text: string): void => void process.stdout.write(`${text}\n`);
/** Functions that run after the client has the answer. */
const ENDS_WITHIN_MS = 100;

async function printWays(name: string, meter: WayMeter, send: Send): Promise<void> {
  for (const [request, measured] of Object.entries(MEASURED_REQUESTS)) {
    const way = await shortestWay(meter, measured, send);
    const { files, functions, calls } = figuresOf(way);
    print(`\n${name}, ${request}: ${files} files, ${functions} functions, ${calls} calls`);
    for (const [file, counts] of [...way].sort(([one], [other]) => (one < other ? -1 : 1)))
      print(`  ${file}: ${[...counts].map(([at, count]) => `${at.replace(/:.*/, '')} ${count}`).join(', ')}`);
  }
}

/** The files, functions and calls of our `src`, and of a plain Nest application with what it takes of it. */
it('prints what one warm request runs', async () => {
  const service = await startTestApp({ name: 'ways', indices: seededIndices() });
  const meter = new WayMeter(['src', 'lab/bench/usual']);
  await meter.start();
  try {
    await printWays('ours', meter, quietSender(service));
    const token = randomUUID();
    Object.assign(process.env, {
      ELASTICSEARCH_URL: elasticsearchUrl(),
      INDEX_PREFIX: service.config.indexPrefix,
      TOKEN: token,
    });
    // Reads the environment when it is loaded.
    const { AppModule } = await import('../bench/usual/app.module.js');
    const usual = await NestFactory.create(AppModule, { logger: ['error', 'warn'] });
    usual.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }));
    await usual.listen(0, '127.0.0.1');
    const url = await usual.getUrl();
    await printWays(
      'usual',
      meter,
      async (path, body) => () =>
        post(url + path, token, body).then(() => new Promise((resolve) => setTimeout(resolve, ENDS_WITHIN_MS))),
    );
    await usual.close();
  } finally {
    meter.stop();
    await service.close();
  }
});
