import type { Request } from 'express';
import type { Config } from '../../config/config.js';

/** The address of the service as its clients know it, without a slash at its end. */
export const publicUrl = (config: Pick<Config, 'publicUrl'>, { protocol, host }: Request): string =>
  config.publicUrl ?? `${protocol}://${host}`;
