import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useExplorer } from './context.js';
import { useListener } from './use-window.js';

/** A script that failed is asked for again only by another page. */
const reload = (): void => location.reload();

function Failed() {
  const { text } = useExplorer();
  useListener('online', reload);
  return (
    <p class="notice" role="alert">
      {text('problem.failed')}{' '}
      <button class="button" onClick={reload}>
        {text('retryNow')}
      </button>
    </p>
  );
}

/** A component whose code is loaded when it is first shown; `fallback` is shown until then. Code that does not come says so. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ComponentType<Props> = () => null,
) {
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
        () => setShown(() => Failed),
      );
    }, []);
    return <Shown {...props} />;
  };
}

/** Placeholder rows until the first answer arrives. */
export function ResultSkeleton() {
  const { text } = useExplorer();
  return (
    <div class="skeleton" role="status" aria-label={text('loading')}>
      {Array.from({ length: 8 }, (_, at) => (
        <span key={at} />
      ))}
    </div>
  );
}

/** A page to come. */
export const Blank = () => <div class="blank" role="status" aria-label="…" />;

/** How far below the screen a part may be when it is loaded. */
const MARGIN = '200px';

/** Shows its children, which load their data, once they are near the screen. */
export function WhenSeen({ children }: { readonly children: ComponentChildren }) {
  const holder = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (holder.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: MARGIN },
    );
    observer.observe(holder.current);
    return () => observer.disconnect();
  }, []);
  return isSeen ? (
    <>{children}</>
  ) : (
    <div ref={holder} class="unseen">
      <ResultSkeleton />
    </div>
  );
}
