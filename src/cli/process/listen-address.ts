import type { Config } from '../../config/config.js';
import { tryPort } from '../../elastic/embedded-node/embedded-node.js';
import { CommandError } from './command.js';

/**
 * Checks that the service can listen on its port.
 * @throws CommandError when the port is in use or the address is not one of this machine
 */
export async function requireListenAddress({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  await tryPort(port, host).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === 'EADDRINUSE'
        ? `Port ${port} is in use. Is the service already running? Set PORT to another port to run a second one.`
        : `${host}:${port} can’t be listened on: ${error.message}.`,
    );
  });
}
