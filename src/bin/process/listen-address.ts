import { createServer } from 'node:net';
import type { Config } from '../../config/config.js';
import { CommandError } from './command.js';

/**
 * Tries out whether the service's port can be listened on.
 * @throws CommandError when it is in use, or the address is none of this machine
 */
export function requireListenAddress({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new CommandError(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is in use: is the service running already? Set PORT to another one to run a second.`
            : `${host}:${port} can't be listened on: ${error.message}.`,
        ),
      ),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
