import { describeLanguage } from '../language.js';

export const GERMAN = describeLanguage({
  code: 'de',
  regions: ['DE', 'AT'],
  script: 'spaced',
  head: 'last',
  concepts: `
    phone-case: Handy·hülle | Handyhüllen
    phone-holder: Handy·halterung | Handyhalterungen
    power-bank: Power·bank | Powerbanks
    earbuds: kabellose Kopf·hörer
    running-shoes: Lauf·schuhe
    hiking-shoes: Wander·schuhe
    shoe-rack: Schuh·regal | Schuhregale
    t-shirt: T-Shirt | T-Shirts
    evening-dress: Abend·kleid | Abendkleider
    rain-jacket: Regen·jacke | Regenjacken
    backpack: Rucksack | Rucksäcke
    wallet: Geldbörse | Geldbörsen
    sunglasses: Sonnen·brille | Sonnenbrillen
    sunscreen: Sonnen·creme | Sonnencremes
    lipstick: Lippen·stift | Lippenstifte
    face-serum: Gesichts·serum | Gesichtsseren
    hair-dryer: Haar·trockner
    hair-oil: Haar·öl | Haaröle
    toothbrush: elektrische Zahn·bürste | elektrische Zahnbürsten
    toothpaste: Zahn·pasta | Zahnpasten
    coffee-beans: Kaffee·bohnen
    coffee-mug: Kaffee·tasse | Kaffeetassen
    coffee-table: Couch·tisch | Couchtische
    frying-pan: Brat·pfanne | Bratpfannen
    kitchen-knife: Küchen·messer
    water-bottle: Trink·flasche | Trinkflaschen
    vacuum-cleaner: Staub·sauger
    desk-lamp: Schreibtisch·lampe | Schreibtischlampen
    pillow: Kopf·kissen
    yoga-mat: Yoga·matte | Yogamatten
    cat-food: Katzen·futter
    cat-litter: Katzen·streu
    dog-leash: Hunde·leine | Hundeleinen
    baby-bottle: Baby·flasche | Babyflaschen
  `,
  attributes: {
    colour: 'schwarz, weiß, rot, blau, grün',
    wear: 'für Damen, für Herren, für Kinder, wasserdicht, leicht',
    goods: 'klappbar, tragbar, aus Edelstahl, spülmaschinenfest, stoßfest',
    care: 'bio, vegan, für empfindliche Haut, ohne Duftstoffe, natürlich',
  },
  products: [
    '{brand} {name} {attributes} {size}',
    '{name} {attributes}, {size}, {praise}, von {brand}',
    '{name} - {attributes} - {size} {praise}',
  ],
  praise: 'versandkostenfrei, Neuheit 2026, Bestseller, nur heute, Geschenkidee, beste Qualität',
  accessory: 'Reinigungsset für {name}',
  videos: [
    'Meine neue Entdeckung: {name} {attributes} {size} 😍',
    '{name} {attributes} im Test 🔥',
    'Ausgepackt: {name} {attributes}, {praise}',
  ],
  lives: ['{name} {attributes} heute im Angebot', 'Jetzt live: {name} zum Sonderpreis'],
  smallTalk:
    'meine Morgenroutine, ein Tag mit mir, ich packe Bestellungen, was ich am Tag esse, Umzug in die neue Wohnung',
  tags: 'fürdich, empfehlung, angebot, ausprobiert',
  intents: 'günstig kaufen, als Geschenk zum Geburtstag, auf Rechnung bestellen, im Angebot, für Weihnachten',
  firstNames: 'Lena, Jürgen, Sophie, Lukas, Käthe, Felix',
  nicknameWords: 'Wohnwelt, Lieblingsstücke, Alltag, Testecke, Schönheit, Küche',
  shopWords: 'Fachhandel, Lagerverkauf, Kaufhaus, Schöner Wohnen',
});
