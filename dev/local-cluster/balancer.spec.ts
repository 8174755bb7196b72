import type { AddressInfo } from 'node:net';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Balancer } from './balancer.js';

class Backend {
  ready = true;
  served = 0;
  /** What it does to a request; answers with its name and the body unless told otherwise. */
  behave: (request: IncomingMessage, response: ServerResponse, body: string) => void = (request, response, body) =>
    response.writeHead(200, { 'x-served-by': this.name }).end(`${request.method} ${request.url} ${body}`);
  private readonly server: Server;

  private constructor(readonly name: string) {
    this.server = createServer((request, response) => {
      if (request.url === '/health/ready') return void response.writeHead(this.ready ? 200 : 503).end();
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        this.served += 1;
        this.behave(request, response, body);
      });
    });
  }

  static async start(name: string): Promise<Backend> {
    const backend = new Backend(name);
    await new Promise<void>((resolve) => backend.server.listen(0, '127.0.0.1', resolve));
    return backend;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async die(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}

describe('the balancer', () => {
  let balancer: Balancer;
  let one: Backend;
  let two: Backend;
  beforeEach(async () => {
    balancer = await Balancer.listen(0, '127.0.0.1');
    [one, two] = await Promise.all([Backend.start('one'), Backend.start('two')]);
    await Promise.all([balancer.add(one.url), balancer.add(two.url)]);
  });
  afterEach(async () => {
    await balancer.close();
    await Promise.all([one.die(), two.die()]);
  });

  const post = (body = 'asked'): Promise<Response> =>
    fetch(`${balancer.url}/live/v1/search?x=1`, { method: 'POST', body, headers: { connection: 'close' } });
  /** Whether a process gets one of two requests. */
  const isAsked = async (backend: Backend): Promise<boolean> => {
    const before = backend.served;
    await post();
    await post();
    return backend.served > before;
  };

  it('passes requests and answers on as they are, to the processes in turn', async () => {
    const answers = [await post(), await post(), await post(), await post()];
    for (const answer of answers) expect(await answer.text()).toBe('POST /live/v1/search?x=1 asked');
    expect(answers.map(({ headers }) => headers.get('x-served-by')).sort()).toEqual(['one', 'one', 'two', 'two']);
    one.behave = two.behave = (_, response) => response.writeHead(400, { 'retry-after': '7' }).end('no');
    const refused = await post();
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([400, '7', 'no']);
  });

  it('leaves out a process that is not ready, until it is', async () => {
    one.ready = false;
    while (await isAsked(one)) await sleep(10);
    one.served = two.served = 0;
    for (let sent = 0; sent < 6; sent += 1) await post();
    expect([one.served, two.served]).toEqual([0, 6]);
    one.ready = true;
    while (!(await isAsked(one))) await sleep(10);
    one.served = 0;
    for (let sent = 0; sent < 6; sent += 1) await post();
    expect(one.served).toBe(3);
  });

  it.each<[string, Backend['behave']]>([
    ['before it answers', (request) => request.socket.destroy()],
    [
      'in the middle of its answer',
      (request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('half', () => request.socket.destroy());
      },
    ],
  ])('asks the other process when one dies %s', async (_, behave) => {
    one.behave = behave;
    for (let sent = 0; sent < 4; sent += 1) expect((await post()).headers.get('x-served-by')).toBe('two');
    expect(balancer.rescued).toBeGreaterThan(0);
  });

  it('asks the other process when one is gone', async () => {
    await one.die();
    for (let sent = 0; sent < 4; sent += 1) expect((await post()).headers.get('x-served-by')).toBe('two');
  });

  it('gives a process it takes out no further request', async () => {
    balancer.remove(one.url);
    for (let sent = 0; sent < 4; sent += 1) await post();
    expect([one.served, two.served]).toEqual([0, 4]);
  });

  it('answers 503 in the envelope when no process answers', async () => {
    await Promise.all([one.die(), two.die()]);
    const answer = await post();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({ code: 40001, data: { errors: [] } });
  });

  it('lets go of a request whose client has left', async () => {
    let cut = false;
    one.behave = two.behave = (request) => void request.socket.once('close', () => (cut = true));
    const leaving = new AbortController();
    const left = expect(
      fetch(`${balancer.url}/x`, { method: 'POST', body: '', signal: leaving.signal }),
    ).rejects.toThrow();
    while (one.served + two.served === 0) await sleep(10);
    expect(cut).toBe(false);
    leaving.abort();
    await left;
    while (!cut) await sleep(10);
    expect(one.served + two.served).toBe(1);
  });
});
