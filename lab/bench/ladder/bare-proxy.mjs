import { createServer } from 'node:http';
import { Pool } from 'undici';

/**
 * A process that hands each request on to Elasticsearch and its answer back, and does nothing else: the least that any
 * service in Node between the two costs. Told by ELASTICSEARCH_URL, HOST and PORT as the service is.
 */
const { ELASTICSEARCH_URL, HOST, PORT } = process.env;
const pool = new Pool(ELASTICSEARCH_URL);

const server = createServer((request, response) => {
  const { method, url: path } = request;
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const headers = { 'content-type': 'application/json' };
    const body = parts.length === 0 ? null : Buffer.concat(parts);
    pool.dispatch({ method, path, headers, body }, new HandBack(response));
  });
});

class HandBack {
  #parts = [];

  constructor(response) {
    this.response = response;
  }

  onRequestStart() {}

  onResponseStart(_, status) {
    this.response.statusCode = status;
  }

  onResponseData(_, part) {
    this.#parts.push(part.toString('latin1'));
  }

  onResponseEnd() {
    const answer = this.#parts.join('');
    this.response.setHeader('content-type', 'application/json');
    this.response.setHeader('content-length', answer.length);
    this.response.end(answer, 'latin1');
  }

  onResponseError(_, error) {
    this.response.statusCode = 502;
    this.response.end(error.message);
  }
}

server.listen(Number(PORT), HOST);
process.once('disconnect', () => process.exit());
