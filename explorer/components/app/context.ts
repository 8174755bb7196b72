import { createContext } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import { type State, writeAddress } from '../../model/address.js';
import type { OpenApi } from '../../model/open-api.js';
import type { Texts } from '../../texts/texts.js';

/** The context of every component. */
export interface Explorer extends Texts {
  readonly state: State;
  readonly document: OpenApi;
  readonly token: string;
  /** `light` or `dark`, as it is shown. */
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
