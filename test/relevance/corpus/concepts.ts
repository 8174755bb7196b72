/** Which attributes a product may have: what is worn, what is used, what is consumed. */
export type ConceptClass = 'wear' | 'goods' | 'care';

export interface Concept {
  readonly is: ConceptClass;
  /** English name of the built-in level 3 category that its products stand in. */
  readonly category: string;
  /** Sizes with their units, as a number and a unit with a space between. */
  readonly sizes?: readonly string[];
}

/** Things that shops sell, one of each many; several share a word (phone, coffee, shoe, hair, cat) so that words alone mislead. */
export const CONCEPTS = {
  'phone-case': { is: 'goods', category: 'Phone Case' },
  'phone-holder': { is: 'goods', category: 'Phone Mount' },
  'power-bank': { is: 'goods', category: 'Power Bank', sizes: ['10000 mAh', '20000 mAh'] },
  earbuds: { is: 'goods', category: 'Earbuds' },
  'running-shoes': { is: 'wear', category: 'Running Shoes' },
  'hiking-shoes': { is: 'wear', category: 'Hiking Shoes' },
  'shoe-rack': { is: 'goods', category: 'Shoe Rack' },
  't-shirt': { is: 'wear', category: 'T-Shirt' },
  'evening-dress': { is: 'wear', category: 'Evening Dress' },
  'rain-jacket': { is: 'wear', category: 'Windbreaker' },
  backpack: { is: 'wear', category: 'School Backpack', sizes: ['20 l', '35 l'] },
  wallet: { is: 'wear', category: 'Long Wallet' },
  sunglasses: { is: 'wear', category: 'Sunglasses' },
  sunscreen: { is: 'care', category: 'Sunscreen', sizes: ['50 ml', '100 ml'] },
  lipstick: { is: 'care', category: 'Lipstick' },
  'face-serum': { is: 'care', category: 'Face Serum', sizes: ['30 ml', '50 ml'] },
  'hair-dryer': { is: 'goods', category: 'Hair Dryer', sizes: ['1200 W', '2000 W'] },
  'hair-oil': { is: 'care', category: 'Hair Oil', sizes: ['50 ml', '100 ml'] },
  toothbrush: { is: 'goods', category: 'Electric Toothbrush' },
  toothpaste: { is: 'care', category: 'Toothpaste', sizes: ['75 ml', '100 ml'] },
  'coffee-beans': { is: 'care', category: 'Coffee', sizes: ['500 g', '1 kg'] },
  'coffee-mug': { is: 'goods', category: 'Coffee Mug', sizes: ['250 ml', '350 ml'] },
  'coffee-table': { is: 'goods', category: 'Coffee Table', sizes: ['80 cm', '120 cm'] },
  'frying-pan': { is: 'goods', category: 'Frying Pan', sizes: ['24 cm', '28 cm'] },
  'kitchen-knife': { is: 'goods', category: 'Chef’s Knife', sizes: ['15 cm', '20 cm'] },
  'water-bottle': { is: 'goods', category: 'Water Bottle', sizes: ['500 ml', '750 ml'] },
  'vacuum-cleaner': { is: 'goods', category: 'Vacuum Cleaner', sizes: ['600 W', '900 W'] },
  'desk-lamp': { is: 'goods', category: 'Table Lamp', sizes: ['8 W', '12 W'] },
  pillow: { is: 'goods', category: 'Pillow' },
  'yoga-mat': { is: 'goods', category: 'Yoga Mat', sizes: ['6 mm', '10 mm'] },
  'cat-food': { is: 'care', category: 'Cat Food', sizes: ['400 g', '2 kg'] },
  'cat-litter': { is: 'care', category: 'Cat Litter', sizes: ['5 kg', '10 kg'] },
  'dog-leash': { is: 'goods', category: 'Dog Leash', sizes: ['2 m', '5 m'] },
  'baby-bottle': { is: 'goods', category: 'Baby Bottle', sizes: ['160 ml', '250 ml'] },
} as const satisfies Record<string, Concept>;

export type ConceptKey = keyof typeof CONCEPTS;
