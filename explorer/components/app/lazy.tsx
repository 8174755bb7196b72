import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A component whose code is loaded when it is first shown; `fallback` is shown until then, and when it does not come. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: ComponentType<Props>) {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [Shown, setShown] = useState(() => loaded ?? fallback);
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (component) => {
          loaded = component;
          setShown(() => component);
        },
        () => undefined,
      );
    }, []);
    return <Shown {...props} />;
  };
}
