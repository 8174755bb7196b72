/** How marketplaces write the addresses of pages, by the field whose id stands in them; the first that matches names the page. */
const PAGES = (
  [
    ['video_id', '/(?:video|photo|v|embed/v2|shorts|reel)/ID'],
    ['room_id', '/live/ID|[?&]room_?id=ID'],
    ['product_id', '/(?:product|pdp|item)s?/(?:[^/?#]+/)?ID|[?&](?:product|item)_?id=ID'],
    ['seller_id', '/(?:store|shop|seller)s?/(?:[^/?#]+/)?ID|[?&](?:seller|shop)_?id=ID'],
    ['video_id', '[?&](?:video|item)_?id=ID'],
    ['uid', '/(?:creator|user)s?/ID'],
    ['unique_id', String.raw`/@([\w.]{2,})`],
  ] as const
).map(([field, pattern]) => [field, new RegExp(pattern.replaceAll('ID', String.raw`(\d{5,})(?![\w-])`), 'i')] as const);

/** Fields of ids, and the field that takes a handle in their place. */
export const FIELDS_OF_HANDLES: Readonly<Record<string, string>> = { uid: 'unique_id' };

/** The id that the address of a page names, and the field that takes it; undefined where none stands in it. */
export function readAddress(address: string) {
  for (const [field, pattern] of PAGES) {
    const id = pattern.exec(address)?.slice(1).find(Boolean);
    if (id !== undefined) return { field, id };
  }
  return undefined;
}

/** Whether an address is of one of these hosts or of a host below one. */
export function isOfHosts(address: string, hosts: readonly string[]): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return hosts.some((one) => host === one || host.endsWith(`.${one}`));
}
