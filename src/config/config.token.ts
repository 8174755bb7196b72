/** Injection token of the configuration, an interface. */
export const CONFIG = Symbol('CONFIG');
