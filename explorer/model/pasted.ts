import type { EntityId } from './views.js';

/** What a pasted address or id names: a record by its id, or a creator by its handle. */
export type Pasted =
  | { readonly entity: EntityId; readonly id: string }
  | { readonly handle: string }
  /** An address of the explorer itself. */
  | { readonly search: string };

/** How platforms write the addresses of records; the first that matches names it. */
const ADDRESSES: readonly (readonly [pattern: RegExp, entity: EntityId])[] = [
  [/\/(?:video|photo|v|embed\/v2|shorts|reel)\/(\d{5,})/, 'video'],
  [/\/live\/(\d{5,})|[?&]room_?id=(\d{5,})/i, 'live'],
  [/\/(?:product|pdp|item)s?\/(?:[^/?#]+\/)?(\d{5,})|[?&](?:product|item)_?id=(\d{5,})/i, 'product'],
  [/\/(?:store|shop|seller)s?\/(?:[^/?#]+\/)?(\d{5,})|[?&](?:seller|shop)_?id=(\d{5,})/i, 'shop'],
  [/[?&](?:video|item)_?id=(\d{5,})/i, 'video'],
  [/\/(?:creator|user)s?\/(\d{5,})/, 'creator'],
];

/** Every kind whose ids look alike. */
const OF_IDS: readonly EntityId[] = ['product', 'creator', 'video', 'live', 'shop'];

/** Reads an address of the common platforms, of records' `platform_url` or of the explorer, a handle, or an id; else nothing. */
export function readPasted(text: string): readonly Pasted[] {
  const typed = text.trim();
  if (/^\d{12,20}$/.test(typed)) return OF_IDS.map((entity) => ({ entity, id: typed }));
  const handle = /^@([\w.]{2,})$/.exec(typed)?.[1];
  if (handle !== undefined) return [{ handle }];
  if (!/^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)*(?::\d+)?\/\S*$/i.test(typed)) return [];
  const search = /\/explore(\?\S*view=[^#]*)/.exec(typed)?.[1];
  if (search !== undefined) return [{ search }];
  for (const [pattern, entity] of ADDRESSES) {
    const id = pattern.exec(typed)?.slice(1).find(Boolean);
    if (id !== undefined) return [{ entity, id }];
  }
  const owner = /\/@([\w.]{2,})/.exec(typed)?.[1];
  return owner === undefined ? [] : [{ handle: owner }];
}
