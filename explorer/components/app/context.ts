import { createContext, type RefObject } from 'preact';
import { useContext, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { type State, writeAddress } from '../../model/address.js';
import type { OpenApi } from '../../model/open-api.js';
import type { Texts } from '../../texts/texts.js';

/** The context of every component. */
export interface Explorer extends Texts {
  readonly state: State;
  readonly document: OpenApi;
  readonly token: string;
  readonly scheme: 'light' | 'dark';
  readonly covers: boolean;
  /** Goes to a state: a new entry of the browser's history. */
  readonly go: (state: State) => void;
  /** Corrects the address without a new history entry. */
  readonly settle: (state: State) => void;
  readonly setLang: (lang: State['lang']) => void;
  /** @param where for this tab (when not set) or for this browser */
  readonly setToken: (token: string, where?: 'tab' | 'browser') => void;
  readonly setCovers: (covers: boolean) => void;
}

const ExplorerContext = createContext<Explorer | undefined>(undefined);
export const ExplorerProvider = ExplorerContext.Provider;

/** @throws when it is used outside the page */
export function useExplorer(): Explorer {
  const explorer = useContext(ExplorerContext);
  if (explorer === undefined) throw new Error('There is no explorer around this component.');
  return explorer;
}

/** Adds to the address what the page has chosen by itself: a period, a region, required filters. */
export function useSettled(whole: State | undefined): void {
  const { state, settle } = useExplorer();
  useEffect(() => {
    if (whole !== undefined && writeAddress(whole) !== writeAddress(state)) settle(whole);
  });
}

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
