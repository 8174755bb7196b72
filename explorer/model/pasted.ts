import { readAddress } from '../../src/common/page-address.js';
import type { EntityId } from './views.js';

/** What a pasted address or id names: a record by its id, or a creator by its handle. */
export type Pasted =
  | { readonly entity: EntityId; readonly id: string }
  | { readonly handle: string }
  /** An address of the explorer itself. */
  | { readonly search: string };

/** The records by the fields that take their ids. */
const ENTITIES: Readonly<Record<string, EntityId>> = {
  ...{ video_id: 'video', room_id: 'live', product_id: 'product', seller_id: 'shop', uid: 'creator' },
};

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
  const page = readAddress(typed);
  if (page === undefined) return [];
  const entity = ENTITIES[page.field];
  return [entity === undefined ? { handle: page.id } : { entity, id: page.id }];
}
