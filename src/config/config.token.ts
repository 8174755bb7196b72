/** Injection token of the configuration, an interface. */
export const CONFIG = Symbol('CONFIG');

/** Injection token of the service's logger. */
export const LOGGER = Symbol('LOGGER');
