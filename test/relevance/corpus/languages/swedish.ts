import { describeLanguage } from '../language.js';

/** No market of the interface document speaks Swedish; sellers across the border do, and its compounds are hard. */
export const SWEDISH = describeLanguage({
  code: 'sv',
  regions: ['DE'],
  script: 'spaced',
  head: 'last',
  concepts: `
    phone-case: mobil·skal
    phone-holder: mobil·hållare
    power-bank: power·bank | powerbanker
    earbuds: trådlösa hörlurar
    running-shoes: löpar·skor
    hiking-shoes: vandrings·skor
    shoe-rack: sko·ställ
    t-shirt: T-shirt | T-shirtar
    evening-dress: afton·klänning | aftonklänningar
    rain-jacket: regn·jacka | regnjackor
    backpack: ryggsäck | ryggsäckar
    wallet: plånbok | plånböcker
    sunglasses: sol·glasögon
    sunscreen: sol·kräm | solkrämer
    lipstick: läpp·stift
    face-serum: ansikts·serum
    hair-dryer: hår·tork | hårtorkar
    hair-oil: hår·olja | håroljor
    toothbrush: elektrisk tand·borste | elektriska tandborstar
    toothpaste: tand·kräm | tandkrämer
    coffee-beans: kaffe·bönor
    coffee-mug: kaffe·mugg | kaffemuggar
    coffee-table: soff·bord
    frying-pan: stek·panna | stekpannor
    kitchen-knife: köks·kniv | köksknivar
    water-bottle: vatten·flaska | vattenflaskor
    vacuum-cleaner: damm·sugare
    desk-lamp: skrivbords·lampa | skrivbordslampor
    pillow: huvud·kudde | huvudkuddar
    yoga-mat: yoga·matta | yogamattor
    cat-food: katt·mat
    cat-litter: katt·sand
    dog-leash: hund·koppel
    baby-bottle: napp·flaska | nappflaskor
  `,
  attributes: {
    colour: 'svart, vit, röd, blå, grön',
    wear: 'dam, herr, barn, vattentät, andningsbar',
    goods: 'hopfällbar, bärbar, i rostfritt stål, stöttålig, uppladdningsbar',
    care: 'ekologisk, vegansk, för känslig hud, parfymfri, naturlig',
  },
  products: ['{brand} {name} {attributes} {size}', '{name} {attributes}, {size}, {praise} - {brand}'],
  praise: 'fri frakt, nyhet 2026, storsäljare, endast idag, presenttips, hög kvalitet',
  accessory: 'rengöringsset för {name}',
  videos: ['Mitt nya fynd: {name} {attributes} {size} 😍', '{name} {attributes} i test 🔥'],
  lives: ['{name} {attributes} på rea ikväll', 'Live nu: {name} till bra pris'],
  smallTalk: 'min morgonrutin, en dag med mig, jag packar beställningar, vad jag äter på en dag, flytt',
  tags: 'fördig, tips, fynd, recension',
  intents: 'billig, som födelsedagspresent, snabb leverans, bästa pris, till jul',
  firstNames: 'Åsa, Björn, Elsa, Göran, Maja, Nils',
  nicknameWords: 'Skönhet, Fynd, Hemma, Nyheter, Hörna, Kök',
  shopWords: 'Butik, Lager, Varuhus, Officiell Butik',
});
