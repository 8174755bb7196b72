import { readdirSync } from 'node:fs';
import type creatorDays from '../../elastic/indices/creator-days.json';
import type creators from '../../elastic/indices/creators.json';
import type lives from '../../elastic/indices/lives.json';
import type products from '../../elastic/indices/products.json';
import type sales from '../../elastic/indices/sales.json';
import type videos from '../../elastic/indices/videos.json';
import type sharedFields from '../../elastic/shared-fields.json';
import type { CreatorDayDocument, SaleDocument } from '../figures/facts.record.js';
import type { WrittenCreatorDocument } from '../creator/creator.document.js';
import { INDEX_KINDS } from '../common/record-kind.js';
import type { LiveDocument } from '../live/live.record.js';
import type { ProductDocument } from '../product/product.record.js';
import type { VideoDocument } from '../video/video.record.js';

type SharedFields = typeof sharedFields;
interface DefinitionFile {
  readonly shared?: { readonly [Group in keyof SharedFields]?: boolean };
  readonly mappings: { readonly properties: object };
}
type SharedWith<Definition> = Definition extends { shared: infer Groups }
  ? {
      [Group in keyof SharedFields]: Group extends keyof Groups ? keyof SharedFields[Group] : never;
    }[keyof SharedFields]
  : never;
type FieldsOf<Definition extends DefinitionFile> = keyof Definition['mappings']['properties'] | SharedWith<Definition>;
/** `true` when the document's fields and the mapping's are the same, both ways; else a type error at compile time. */
type Agrees<Document, Definition extends DefinitionFile> = [
  Exclude<keyof Document, FieldsOf<Definition>>,
  Exclude<FieldsOf<Definition>, keyof Document>,
] extends [never, never]
  ? true
  : false;

const agreements: [
  Agrees<VideoDocument, typeof videos>,
  Agrees<ProductDocument, typeof products>,
  Agrees<LiveDocument, typeof lives>,
  Agrees<WrittenCreatorDocument, typeof creators>,
  Agrees<SaleDocument, typeof sales>,
  Agrees<CreatorDayDocument, typeof creatorDays>,
] = [true, true, true, true, true, true];

// @ts-expect-error negative control: a document never agrees with another index's definition
const control: Agrees<VideoDocument, typeof products> = true;

describe('documents and index definitions', () => {
  it('have the same fields, as the compiler has checked', () => {
    expect([...agreements, control]).not.toContain(false);
  });

  it('are there for every index kind and no other', () => {
    const files = readdirSync(new URL('../../elastic/indices', import.meta.url)).map((file) =>
      file.replace('.json', ''),
    );
    expect(files.sort()).toEqual([...INDEX_KINDS].sort());
  });
});
