import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import express from 'express';
import supertest from 'supertest';
import { gzipBetween, isGzipped } from './gzip-answer.js';

describe('gzipBetween', () => {
  it.each([1, 1024, 70_000, 300_000])('is one gzip stream of all three texts: %i bytes of data', (length) => {
    const data = Buffer.from(Array.from({ length }, (_, at) => 'aé手0'.charCodeAt((at * at) % 4) % 256));
    const [before, after] = [Buffer.from('{"code":0,"data":'), Buffer.from(',"request_id":"1"}')];
    const parts = gzipBetween(before, data, after);
    expect(gunzipSync(Buffer.concat(parts)).equals(Buffer.concat([before, data, after]))).toBe(true);
  });

  it('deflates the data of a page once', () => {
    const data = Buffer.from('x'.repeat(5000));
    const [first, second] = ['a', 'b'].map((text) => gzipBetween(Buffer.from('{'), data, Buffer.from(text)));
    expect(second?.[1]).toBe(first?.[1]);
    expect(gunzipSync(Buffer.concat(second ?? [])).toString()).toBe(`{${data.toString()}b`);
  });
});

describe('isGzipped', () => {
  const app = express().use((request, response) => {
    const isCompressed = isGzipped(request, response, Number(request.query.bytes));
    const coding = response.getHeader('Content-Encoding') ?? 'none';
    response.removeHeader('Content-Encoding');
    response.send([isCompressed, coding]);
  });
  const server = createServer(app).listen(0);
  afterAll(() => server.close());

  it.each([
    ['gzip', 1024, true],
    ['gzip', 1023, false],
    ['br, GZIP;q=0.5', 5000, true],
    ['*', 5000, true],
    ['gzip;q=0, *', 5000, false],
    ['br, deflate', 5000, false],
    ['identity', 5000, false],
    ['', 5000, false],
  ])('with %j and %i bytes is %j', async (accepted, bytes, expected) => {
    const answer = await supertest(server).get('/').query({ bytes }).set('Accept-Encoding', accepted);
    expect(answer.body).toEqual([expected, expected ? 'gzip' : 'none']);
    expect(answer.headers.vary).toBe('Accept-Encoding');
  });
});
