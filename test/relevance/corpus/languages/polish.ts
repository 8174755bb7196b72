import { describeLanguage } from '../language.js';

export const POLISH = describeLanguage({
  code: 'pl',
  regions: ['PL'],
  script: 'spaced',
  head: 'first',
  forms: ['m', 'f', 'n', 'p'],
  concepts: `
    phone-case: etui na telefon || n
    phone-holder: uchwyt na telefon | uchwyty na telefon | m
    power-bank: powerbank | powerbanki | m
    earbuds: słuchawki bezprzewodowe || p
    running-shoes: buty do biegania || p
    hiking-shoes: buty trekkingowe || p
    shoe-rack: szafka na buty | szafki na buty | f
    t-shirt: koszulka | koszulki | f
    evening-dress: sukienka wieczorowa | sukienki wieczorowe | f
    rain-jacket: kurtka przeciwdeszczowa | kurtki przeciwdeszczowe | f
    backpack: plecak | plecaki | m
    wallet: portfel | portfele | m
    sunglasses: okulary przeciwsłoneczne || p
    sunscreen: krem z filtrem | kremy z filtrem | m
    lipstick: szminka | szminki | f
    face-serum: serum do twarzy || n
    hair-dryer: suszarka do włosów | suszarki do włosów | f
    hair-oil: olejek do włosów | olejki do włosów | m
    toothbrush: szczoteczka elektryczna | szczoteczki elektryczne | f
    toothpaste: pasta do zębów | pasty do zębów | f
    coffee-beans: kawa ziarnista || f
    coffee-mug: kubek do kawy | kubki do kawy | m
    coffee-table: stolik kawowy | stoliki kawowe | m
    frying-pan: patelnia | patelnie | f
    kitchen-knife: nóż kuchenny | noże kuchenne | m
    water-bottle: butelka na wodę | butelki na wodę | f
    vacuum-cleaner: odkurzacz | odkurzacze | m
    desk-lamp: lampka biurkowa | lampki biurkowe | f
    pillow: poduszka ortopedyczna | poduszki ortopedyczne | f
    yoga-mat: mata do jogi | maty do jogi | f
    cat-food: karma dla kota | karmy dla kota | f
    cat-litter: żwirek dla kota || m
    dog-leash: smycz dla psa | smycze dla psa | f
    baby-bottle: butelka dla niemowląt | butelki dla niemowląt | f
  `,
  attributes: {
    colour:
      'czarny/czarna/czarne/czarne, biały/biała/białe/białe, czerwony/czerwona/czerwone/czerwone, niebieski/niebieska/niebieskie/niebieskie, zielony/zielona/zielone/zielone',
    wear: 'dla kobiet, dla mężczyzn, dla dzieci, wodoodporny/wodoodporna/wodoodporne/wodoodporne, lekki/lekka/lekkie/lekkie',
    goods:
      'składany/składana/składane/składane, ze stali nierdzewnej, podróżny/podróżna/podróżne/podróżne, wytrzymały/wytrzymała/wytrzymałe/wytrzymałe, z gwarancją',
    care: 'naturalny/naturalna/naturalne/naturalne, bezzapachowy/bezzapachowa/bezzapachowe/bezzapachowe, do skóry wrażliwej, wegański/wegańska/wegańskie/wegańskie, z witaminą C',
  },
  products: [
    '{brand} {name} {attributes} {size}',
    '{name} {attributes} {size}, {praise} - {brand}',
    '{name} - {attributes} - {size} {praise}',
  ],
  praise: 'darmowa dostawa, nowość 2026, najczęściej kupowane, tylko dziś, pomysł na prezent, najwyższa jakość',
  accessory: 'zestaw do czyszczenia: {name}',
  videos: [
    'Mój nowy hit: {name} {attributes} {size} 😍',
    'Testuję: {name} {attributes} 🔥',
    'Rozpakowanie: {name} {attributes}, {praise}',
  ],
  lives: ['{name} {attributes} dziś w promocji', 'Na żywo: {name} w niskiej cenie'],
  smallTalk: 'moja poranna rutyna, dzień ze mną, pakuję zamówienia, co jem w ciągu dnia, przeprowadzka',
  tags: 'dlaciebie, polecam, recenzja, okazja',
  intents: 'tanio, na prezent urodzinowy, szybka wysyłka, najlepsza cena, pod choinkę',
  firstNames: 'Zofia, Łukasz, Małgosia, Paweł, Żaneta, Michał',
  nicknameWords: 'Piękno, Okazje, Dom, Nowości, Kącik, Kuchnia',
  shopWords: 'Sklep, Hurtownia, Oficjalny Sklep, Składnica',
});
