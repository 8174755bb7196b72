import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** Calls a listener for each event of the window while it is on. */
export function useListener<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
  isOn = true,
): void {
  useEffect(() => {
    if (!isOn) return;
    addEventListener(type, listener);
    return () => removeEventListener(type, listener);
  });
}

/** Calls back with an element before it is painted, and whenever its size changes. */
export function useSize(holder: RefObject<HTMLElement | null>, onSize: (element: HTMLElement) => void, of?: unknown) {
  useLayoutEffect(() => {
    const { current } = holder;
    if (current === null) return;
    onSize(current);
    const observer = new ResizeObserver(() => onSize(current));
    observer.observe(current);
    return () => observer.disconnect();
  }, [of]);
}

/** Whether a media query matches. */
export function useMedia(media: string): boolean {
  const query = matchMedia(media);
  const [isMatched, setMatched] = useState(query.matches);
  useEffect(() => {
    const read = (): void => setMatched(query.matches);
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, []);
  return isMatched;
}

/** Whether the page is as narrow as a phone: records are cards then. */
export const usePhone = (): boolean => useMedia('(max-width: 760px)');

/** Whether the page is as narrow as a tablet: filters lie over the list then. */
export const useTablet = (): boolean => useMedia('(max-width: 1180px)');
