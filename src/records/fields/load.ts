/** A record as it may be loaded: everything but `Required` may be missing or null, at every depth. */
export type Loadable<T, Required extends keyof T = never> = {
  readonly [K in Exclude<keyof T, Required>]?: LoadableValue<T[K]> | null;
} & { readonly [K in Required]: NonNullable<T[K]> };

type LoadableValue<V> = V extends readonly (infer Item)[]
  ? readonly LoadableValue<Item>[]
  : V extends object
    ? Loadable<V>
    : V;
