import { readPasted } from './pasted.js';

describe('a pasted address', () => {
  it.each([
    ['https://www.tiktok.com/@grace.reed/video/7491000000000001?lang=en', { entity: 'video', id: '7491000000000001' }],
    ['www.tiktok.com/@grace.reed/photo/7491000000000000001', { entity: 'video', id: '7491000000000000001' }],
    ['https://www.youtube.com/shorts/12345678', { entity: 'video', id: '12345678' }],
    ['https://www.tiktok.com/view/product/1729000000000722459', { entity: 'product', id: '1729000000000722459' }],
    ['https://shop.tiktok.com/us/pdp/face-serum/1729000000000722459', { entity: 'product', id: '1729000000000722459' }],
    ['https://shop.example/product/1729000000000722459', { entity: 'product', id: '1729000000000722459' }],
    ['https://shop.example/item?product_id=1729000000000722459', { entity: 'product', id: '1729000000000722459' }],
    ['https://shop.tiktok.com/us/store/house-of-maple/7495000000060265', { entity: 'shop', id: '7495000000060265' }],
    ['https://live.example/live/7300000000000000001', { entity: 'live', id: '7300000000000000001' }],
    ['https://webcast.example/room?room_id=7300000000000000001', { entity: 'live', id: '7300000000000000001' }],
    ['https://www.tiktok.com/@grace.reed', { handle: 'grace.reed' }],
    ['https://www.tiktok.com/@grace.reed/live', { handle: 'grace.reed' }],
    ['@grace.reed', { handle: 'grace.reed' }],
    ['http://127.0.0.1:3000/explore?view=shop&seller_id=7#x', { search: '?view=shop&seller_id=7' }],
  ])('%s names its record', (text, pasted) => {
    expect(readPasted(` ${text} `)).toEqual([pasted]);
  });

  it('may be an id of any kind', () => {
    expect(readPasted('1729000000000722459')).toContainEqual({ entity: 'shop', id: '1729000000000722459' });
  });

  it.each(['lipstick', 'a/b', '7 days', 'vegan 24/7', 'https://example.com/', ''])('is none: %s', (text) => {
    expect(readPasted(text)).toEqual([]);
  });
});
