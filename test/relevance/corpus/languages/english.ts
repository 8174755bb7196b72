import { describeLanguage } from '../language.js';

export const ENGLISH = describeLanguage({
  code: 'en',
  regions: ['US', 'GB', 'SG', 'PH'],
  script: 'spaced',
  head: 'last',
  concepts: `
    phone-case: phone case | phone cases
    phone-holder: phone holder | phone holders
    power-bank: power bank | power banks
    earbuds: wireless earbuds
    running-shoes: running shoes
    hiking-shoes: hiking shoes
    shoe-rack: shoe rack | shoe racks
    t-shirt: t-shirt | t-shirts
    evening-dress: evening dress | evening dresses
    rain-jacket: rain jacket | rain jackets
    backpack: backpack | backpacks
    wallet: wallet | wallets
    sunglasses: sunglasses
    sunscreen: sunscreen | sunscreens
    lipstick: lipstick | lipsticks
    face-serum: face serum | face serums
    hair-dryer: hair dryer | hair dryers
    hair-oil: hair oil | hair oils
    toothbrush: electric toothbrush | electric toothbrushes
    toothpaste: toothpaste | toothpastes
    coffee-beans: coffee beans
    coffee-mug: coffee mug | coffee mugs
    coffee-table: coffee table | coffee tables
    frying-pan: frying pan | frying pans
    kitchen-knife: kitchen knife | kitchen knives
    water-bottle: water bottle | water bottles
    vacuum-cleaner: vacuum cleaner | vacuum cleaners
    desk-lamp: desk lamp | desk lamps
    pillow: memory foam pillow | memory foam pillows
    yoga-mat: yoga mat | yoga mats
    cat-food: cat food
    cat-litter: cat litter
    dog-leash: dog leash | dog leashes
    baby-bottle: baby bottle | baby bottles
  `,
  attributes: {
    colour: 'black, white, red, blue, green',
    wear: 'for women, for men, for kids, lightweight, breathable',
    goods: 'foldable, portable, rechargeable, shockproof, dishwasher safe',
    care: 'organic, sensitive, natural, vegan, fragrance free',
  },
  products: [
    '{brand} {name} {attributes} {size}',
    '{attributes} {name} {size} by {brand}, {praise}',
    '{name} - {attributes} - {size} {praise}',
  ],
  praise: 'free shipping, new arrival 2026, best seller, limited offer, gift idea, top quality',
  accessory: 'cleaning kit for {name}',
  videos: [
    'My new {name} {attributes} {size} 😍',
    'Unboxing: {name} {attributes}, {praise}',
    '{name} {attributes} review 🔥',
  ],
  lives: ['{name} {attributes} flash sale tonight', 'Live now: {name} deals'],
  smallTalk: 'my morning routine, a day in the life, packing orders with me, what I eat in a day, storytime',
  tags: 'fyp, tiktokmademebuyit, review, haul',
  intents: 'cheap, best price online, birthday present, with discount code, under 20 dollars',
  firstNames: 'Mia, Oliver, Chloe, Ethan, Grace, Jack',
  nicknameWords: 'Beauty, Finds, Daily, Reviews, Corner, Studio',
  shopWords: 'Store, Outlet, Official Shop, Home Living',
});
