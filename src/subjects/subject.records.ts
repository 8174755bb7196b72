import { Fields, IdField, TextField, WholeField } from '../fields/field.js';

/** The creator of a row, as loaded now. */
export class SalesCreator extends Fields({
  uid: IdField('Creator UID', { required: true }),
  unique_id: TextField('Creator unique ID (handle)'),
  nickname: TextField('Creator nickname'),
  avatar: TextField('Avatar URL'),
  region: TextField('Country/region code'),
}) {}

/** The product of a row, as loaded now. */
export class SalesProduct extends Fields({
  product_id: IdField('Product ID', { required: true }),
  title: TextField('Title'),
  cover: TextField('Cover URL'),
  region: TextField('Country/region code'),
  price: TextField('Price in the region’s style with currency symbol'),
  seller_id: IdField('Shop ID'),
}) {}

/** The shop of a row, as its product with the first id names it. */
export class SalesShop extends Fields({
  seller_id: IdField('Shop ID', { required: true }),
  name: TextField('Shop name'),
  avatar: TextField('Shop cover URL'),
}) {}

/** The video of a row, as loaded now. */
export class SalesVideo extends Fields({
  video_id: IdField('Video ID', { required: true }),
  desc: TextField('Video description'),
  cover: TextField('Cover URL'),
  publish_time: WholeField('Publish time, Unix seconds'),
  uid: IdField('Creator UID'),
}) {}

/** The live stream of a row, as loaded now. */
export class SalesLive extends Fields({
  room_id: IdField('Live room ID', { required: true }),
  title: TextField('Stream title'),
  cover: TextField('Cover URL'),
  start_time: WholeField('Start, Unix seconds'),
  uid: IdField('Creator UID'),
}) {}
