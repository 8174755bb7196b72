import { describeLanguage } from '../language.js';

export const DUTCH = describeLanguage({
  code: 'nl',
  regions: ['NL', 'BE'],
  script: 'spaced',
  head: 'last',
  concepts: `
    phone-case: telefoon·hoesje | telefoonhoesjes
    phone-holder: telefoon·houder | telefoonhouders
    power-bank: power·bank | powerbanks
    earbuds: draadloze oordopjes
    running-shoes: hardloop·schoenen
    hiking-shoes: wandel·schoenen
    shoe-rack: schoenen·rek | schoenenrekken
    t-shirt: T-shirt | T-shirts
    evening-dress: avond·jurk | avondjurken
    rain-jacket: regen·jas | regenjassen
    backpack: rugzak | rugzakken
    wallet: portemonnee | portemonnees
    sunglasses: zonne·bril | zonnebrillen
    sunscreen: zonnebrand·crème | zonnebrandcrèmes
    lipstick: lippen·stift | lippenstiften
    face-serum: gezichts·serum | gezichtsserums
    hair-dryer: haar·droger | haardrogers
    hair-oil: haar·olie
    toothbrush: elektrische tanden·borstel | elektrische tandenborstels
    toothpaste: tand·pasta | tandpasta's
    coffee-beans: koffie·bonen
    coffee-mug: koffie·mok | koffiemokken
    coffee-table: salon·tafel | salontafels
    frying-pan: koeken·pan | koekenpannen
    kitchen-knife: keuken·mes | keukenmessen
    water-bottle: water·fles | waterflessen
    vacuum-cleaner: stof·zuiger | stofzuigers
    desk-lamp: bureau·lamp | bureaulampen
    pillow: hoofd·kussen | hoofdkussens
    yoga-mat: yoga·mat | yogamatten
    cat-food: katten·voer
    cat-litter: kattenbak·vulling
    dog-leash: honden·riem | hondenriemen
    baby-bottle: baby·fles | babyflessen
  `,
  attributes: {
    colour: 'zwart, wit, rood, blauw, groen',
    wear: 'voor dames, voor heren, voor kinderen, waterdicht, ademend',
    goods: 'opvouwbaar, draagbaar, van roestvrij staal, vaatwasserbestendig, schokbestendig',
    care: 'biologisch, veganistisch, voor de gevoelige huid, zonder parfum, natuurlijk',
  },
  products: [
    '{brand} {name} {attributes} {size}',
    '{name} {attributes}, {size}, {praise} - {brand}',
    '{name} - {attributes} - {size} {praise}',
  ],
  praise: 'gratis verzending, nieuw in 2026, bestverkocht, alleen vandaag, cadeautip, topkwaliteit',
  accessory: 'schoonmaakset voor {name}',
  videos: [
    'Mijn nieuwe vondst: {name} {attributes} {size} 😍',
    '{name} {attributes} getest 🔥',
    'Uitpakken: {name} {attributes}, {praise}',
  ],
  lives: ['{name} {attributes} vanavond in de aanbieding', 'Nu live: {name} met korting'],
  smallTalk: 'mijn ochtendroutine, een dag met mij, ik pak bestellingen in, wat ik eet op een dag, verhuizen',
  tags: 'voorjou, aanrader, aanbieding, getest',
  intents: 'goedkoop, als verjaardagscadeau, snel in huis, beste prijs, voor kerst',
  firstNames: 'Sanne, Daan, Fleur, Bram, Lotte, Thijs',
  nicknameWords: 'Schoonheid, Vondsten, Thuis, Koopjes, Hoekje, Keuken',
  shopWords: 'Winkel, Magazijn, Warenhuis, Officiële Winkel',
});
