import { useEffect, useState } from 'preact/hooks';

/** Whether the page is at most this wide, in pixels. */
function useNarrow(width: number): boolean {
  const query = matchMedia(`(max-width: ${width}px)`);
  const [isNarrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const read = (): void => setNarrow(query.matches);
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, []);
  return isNarrow;
}

/** Whether the page is as narrow as a phone: records are cards then. */
export const usePhone = (): boolean => useNarrow(760);

/** Whether the page is as narrow as a tablet: filters lie over the list then. */
export const useTablet = (): boolean => useNarrow(1180);
