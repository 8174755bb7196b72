import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import express from 'express';
import supertest from 'supertest';
import { gzipped } from './http-server.js';

const [BEFORE, AFTER] = [Buffer.from('{"code":0,"data":'), Buffer.from(',"request_id":"1"}')];
const PAGE = Buffer.from('x'.repeat(5000));
const dataOf = (length: number): Buffer =>
  length === PAGE.length
    ? PAGE
    : Buffer.from(Array.from({ length }, (_, at) => 'aé手0'.charCodeAt((at * at) % 4) % 256));

describe('a compressed answer', () => {
  const app = express().use((request, response) => {
    const data = dataOf(Number(request.query.bytes));
    const parts = gzipped(response, [BEFORE, data, AFTER]);
    const coding = response.getHeader('Content-Encoding') ?? 'none';
    response.removeHeader('Content-Encoding');
    const whole = Buffer.concat([BEFORE, data, AFTER]);
    const read = coding === 'gzip' ? gunzipSync(Buffer.concat(parts)) : Buffer.concat(parts);
    const again = gzipped(response, [BEFORE, data, Buffer.from(',"request_id":"2"}')]);
    response.removeHeader('Content-Encoding');
    response.send([coding, read.equals(whole), again[1] === parts[1]]);
  });
  const server = createServer(app).listen(0);
  afterAll(() => server.close());

  it.each([
    ['gzip', 1024, 'gzip'],
    ['gzip', 70_000, 'gzip'],
    ['gzip', 300_000, 'gzip'],
    ['gzip', 5000, 'gzip'],
    ['gzip', 1023, 'none'],
    ['br, GZIP;q=0.5', 5000, 'gzip'],
    ['*', 5000, 'gzip'],
    ['gzip;q=0, *', 5000, 'none'],
    ['br, deflate', 5000, 'none'],
    ['identity', 5000, 'none'],
    ['', 5000, 'none'],
  ])(
    'for %j and %i bytes is %s, one stream of all its parts, its data deflated once',
    async (accepted, bytes, coding) => {
      const answer = await supertest(server).get('/').query({ bytes }).set('Accept-Encoding', accepted);
      expect(answer.body).toEqual([coding, true, true]);
      expect(answer.headers.vary).toBe('Accept-Encoding');
    },
  );
});
