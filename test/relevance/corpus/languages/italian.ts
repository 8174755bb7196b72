import { describeLanguage } from '../language.js';

export const ITALIAN = describeLanguage({
  code: 'it',
  regions: ['IT'],
  script: 'spaced',
  head: 'first',
  forms: ['m', 'f', 'mp', 'fp'],
  concepts: `
    phone-case: custodia per cellulare | custodie per cellulare | f
    phone-holder: supporto per cellulare | supporti per cellulare | m
    power-bank: caricabatterie portatile | caricabatterie portatili | m
    earbuds: auricolari senza fili || mp
    running-shoes: scarpe da corsa || fp
    hiking-shoes: scarpe da trekking || fp
    shoe-rack: scarpiera | scarpiere | f
    t-shirt: maglietta | magliette | f
    evening-dress: abito da sera | abiti da sera | m
    rain-jacket: giacca impermeabile | giacche impermeabili | f
    backpack: zaino | zaini | m
    wallet: portafoglio | portafogli | m
    sunglasses: occhiali da sole || mp
    sunscreen: crema solare | creme solari | f
    lipstick: rossetto | rossetti | m
    face-serum: siero viso | sieri viso | m
    hair-dryer: asciugacapelli || m
    hair-oil: olio per capelli | oli per capelli | m
    toothbrush: spazzolino elettrico | spazzolini elettrici | m
    toothpaste: dentifricio | dentifrici | m
    coffee-beans: caffè in grani || m
    coffee-mug: tazza da caffè | tazze da caffè | f
    coffee-table: tavolino da salotto | tavolini da salotto | m
    frying-pan: padella antiaderente | padelle antiaderenti | f
    kitchen-knife: coltello da cucina | coltelli da cucina | m
    water-bottle: borraccia termica | borracce termiche | f
    vacuum-cleaner: aspirapolvere | aspirapolveri | m
    desk-lamp: lampada da scrivania | lampade da scrivania | f
    pillow: cuscino in memory foam | cuscini in memory foam | m
    yoga-mat: tappetino da yoga | tappetini da yoga | m
    cat-food: crocchette per gatti || fp
    cat-litter: lettiera per gatti | lettiere per gatti | f
    dog-leash: guinzaglio per cani | guinzagli per cani | m
    baby-bottle: biberon || m
  `,
  attributes: {
    colour: 'nero/nera/neri/nere, bianco/bianca/bianchi/bianche, rosso/rossa/rossi/rosse, blu, verde/verde/verdi/verdi',
    wear: 'da donna, da uomo, per bambini, in cotone, ad asciugatura rapida',
    goods:
      'pieghevole/pieghevole/pieghevoli/pieghevoli, in acciaio inox, da viaggio, antiurto, lavabile in lavastoviglie',
    care: 'biologico/biologica/biologici/biologiche, senza profumo, per pelli sensibili, vegano/vegana/vegani/vegane, con aloe vera',
  },
  products: [
    '{brand} {name} {attributes} {size}',
    '{name} {attributes} {size}, {praise} - {brand}',
    '{name} - {attributes} - {size} {praise}',
  ],
  praise: 'spedizione gratuita, novità 2026, il più venduto, offerta limitata, idea regalo, alta qualità',
  accessory: 'kit di pulizia per {name}',
  videos: [
    'La mia nuova scoperta: {name} {attributes} {size} 😍',
    'Proviamo {name} {attributes} 🔥',
    'Apriamo il pacco: {name} {attributes}, {praise}',
  ],
  lives: ['{name} {attributes} in offerta stasera', 'In diretta: {name} a prezzo speciale'],
  smallTalk:
    'la mia routine mattutina, una giornata con me, preparo i vostri ordini, cosa mangio in un giorno, trasloco',
  tags: 'perte, consiglio, recensione, acquisti',
  intents: 'economico, come regalo di compleanno, consegna veloce, miglior prezzo, per Natale',
  firstNames: 'Giulia, Niccolò, Chiara, Davide, Aurora, Matteo',
  nicknameWords: 'Bellezza, Offerte, Casa, Scoperte, Angolo, Cucina',
  shopWords: 'Negozio, Magazzino, Bottega, Negozio Ufficiale',
});
