import { createServer } from 'node:net';
import type { Config } from '../../config/config.js';
import { CommandError } from './command.js';

/**
 * Checks that the service can listen on its port.
 * @throws CommandError when the port is in use or the address is not one of this machine
 */
export function requireListenAddress({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new CommandError(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is in use. Is the service already running? Set PORT to another port to run a second one.`
            : `${host}:${port} can’t be listened on: ${error.message}.`,
        ),
      ),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
