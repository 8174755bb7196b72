import { describeLanguage } from '../language.js';

/** No market of the interface document speaks Danish; sellers across the border do, and its compounds are hard. */
export const DANISH = describeLanguage({
  code: 'da',
  regions: ['DE'],
  script: 'spaced',
  head: 'last',
  concepts: `
    phone-case: mobil·cover | mobilcovers
    phone-holder: mobil·holder | mobilholdere
    power-bank: power·bank | powerbanks
    earbuds: trådløse høretelefoner
    running-shoes: løbe·sko
    hiking-shoes: vandre·sko
    shoe-rack: sko·reol | skoreoler
    t-shirt: T-shirt | T-shirts
    evening-dress: aften·kjole | aftenkjoler
    rain-jacket: regn·jakke | regnjakker
    backpack: rygsæk | rygsække
    wallet: tegnebog | tegnebøger
    sunglasses: sol·briller
    sunscreen: sol·creme | solcremer
    lipstick: læbe·stift | læbestifter
    face-serum: ansigts·serum
    hair-dryer: hår·tørrer | hårtørrere
    hair-oil: hår·olie | hårolier
    toothbrush: elektrisk tand·børste | elektriske tandbørster
    toothpaste: tand·pasta
    coffee-beans: kaffe·bønner
    coffee-mug: kaffe·krus
    coffee-table: sofa·bord | sofaborde
    frying-pan: stege·pande | stegepander
    kitchen-knife: køkken·kniv | køkkenknive
    water-bottle: drikke·flaske | drikkeflasker
    vacuum-cleaner: støv·suger | støvsugere
    desk-lamp: skrivebords·lampe | skrivebordslamper
    pillow: hoved·pude | hovedpuder
    yoga-mat: yoga·måtte | yogamåtter
    cat-food: katte·mad
    cat-litter: katte·grus
    dog-leash: hunde·snor | hundesnore
    baby-bottle: sutte·flaske | sutteflasker
  `,
  attributes: {
    colour: 'sort, hvid, rød, blå, grøn',
    wear: 'til damer, til herrer, til børn, vandtæt, åndbar',
    goods: 'foldbar, bærbar, i rustfrit stål, stødsikker, genopladelig',
    care: 'økologisk, vegansk, til følsom hud, uden parfume, naturlig',
  },
  products: ['{brand} {name} {attributes} {size}', '{name} {attributes}, {size}, {praise} - {brand}'],
  praise: 'gratis levering, nyhed 2026, bestseller, kun i dag, gaveidé, høj kvalitet',
  accessory: 'rengøringssæt til {name}',
  videos: ['Mit nye fund: {name} {attributes} {size} 😍', '{name} {attributes} i test 🔥'],
  lives: ['{name} {attributes} på tilbud i aften', 'Live nu: {name} til god pris'],
  smallTalk: 'min morgenrutine, en dag med mig, jeg pakker ordrer, hvad jeg spiser på en dag, flytning',
  tags: 'fordig, anbefaling, fund, anmeldelse',
  intents: 'billig, som fødselsdagsgave, hurtig levering, bedste pris, til jul',
  firstNames: 'Søren, Freja, Jørgen, Ida, Kjær, Astrid',
  nicknameWords: 'Skønhed, Fund, Hjemme, Nyt, Hjørne, Køkken',
  shopWords: 'Butik, Lager, Stormagasin, Officiel Butik',
});
