import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request as forward, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes the certificates; on every machine that tests run on but for a few. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** How long a certificate is valid: for two days, or until yesterday. */
export type Validity = 'valid' | 'expired';

interface SecuredProxyOptions {
  readonly validity?: Validity;
  readonly name?: string;
}

export interface Call {
  readonly method: string;
  readonly path: string;
}

export interface ProxyUser {
  readonly seen: Call[];
  /** What the user may not do of a call; the call is then refused. */
  readonly lacks?: (call: Call) => readonly string[];
}

/** What Elasticsearch with security on is to a client: TLS with a CA of its own, users, and what each may do. */
export class SecuredProxy {
  readonly users = new Map<string, ProxyUser>();

  private constructor(
    private readonly target: string,
    private readonly folder: string,
    private readonly server: Server,
    private readonly options: SecuredProxyOptions,
  ) {}

  /** @param target where Elasticsearch is, without security */
  static async start(target: string, options: SecuredProxyOptions = {}): Promise<SecuredProxy> {
    const folder = mkdtempSync(join(tmpdir(), 'secured-proxy-'));
    openssl(folder, `req -x509 ${NEW_KEY} -keyout ca.key -out ca.crt -subj /CN=CA -days 2`);
    // An idle connection is left open, as Elasticsearch leaves it.
    const server = createServer({ keepAliveTimeout: 0 });
    const proxy = new SecuredProxy(target, folder, server, options);
    proxy.renewCertificate();
    server.on('request', (request, response) => proxy.handle(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get caFile(): string {
    return join(this.folder, 'ca.crt');
  }

  /** Takes a new certificate of the same CA, for connections from now on; closes those there are. */
  renewCertificate(): void {
    const { folder, server } = this;
    const { validity = 'valid', name } = this.options;
    const names = ['IP:127.0.0.1', ...(name === undefined ? [] : [`DNS:${name}`])].join(',');
    openssl(
      folder,
      `req ${NEW_KEY} -keyout node.key -out node.csr -subj /CN=127.0.0.1 -addext subjectAltName=${names}`,
    );
    const days = validity === 'valid' ? 2 : -1;
    openssl(
      folder,
      `x509 -req -in node.csr -CA ca.crt -CAkey ca.key -CAcreateserial -copy_extensions copy -days ${days} -out node.crt`,
    );
    const read = (file: string): Buffer => readFileSync(join(folder, file));
    server.setSecureContext({ key: read('node.key'), cert: read('node.crt') });
    server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    const { method = 'GET', url = '/', headers } = request;
    const refuse = (status: number, reason: string): void => {
      response.writeHead(status, { 'Content-Type': 'application/json', 'X-Elastic-Product': 'Elasticsearch' });
      response.end(JSON.stringify({ error: { type: 'security_exception', reason }, status }));
    };
    const user = this.users.get(headers.authorization ?? '');
    if (user === undefined) return refuse(401, 'unable to authenticate');
    const call = { method, path: url };
    const lacking = user.lacks?.(call) ?? [];
    if (lacking.length > 0) return refuse(403, lacking.join(', '));
    user.seen.push(call);
    const onward = forward(new URL(url, this.target), { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once('error', () => response.destroy());
    response.once('close', () => {
      if (!response.writableFinished) onward.destroy();
    });
    request.pipe(onward);
  }
}

const NEW_KEY = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';

function openssl(cwd: string, parameters: string): void {
  execFileSync('openssl', parameters.split(' '), { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
}
