import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a server that listens is reached. */
export function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
