import { describeLanguage } from '../language.js';

export const SPANISH = describeLanguage({
  code: 'es',
  regions: ['ES', 'MX', 'US'],
  script: 'spaced',
  head: 'first',
  forms: ['m', 'f', 'mp', 'fp'],
  concepts: `
    phone-case: funda de móvil | fundas de móvil | f
    phone-holder: soporte de móvil | soportes de móvil | m
    power-bank: batería externa | baterías externas | f
    earbuds: auriculares inalámbricos || mp
    running-shoes: zapatillas de correr || fp
    hiking-shoes: zapatillas de montaña || fp
    shoe-rack: estante para zapatos | estantes para zapatos | m
    t-shirt: camiseta | camisetas | f
    evening-dress: vestido de noche | vestidos de noche | m
    rain-jacket: chaqueta impermeable | chaquetas impermeables | f
    backpack: mochila | mochilas | f
    wallet: cartera | carteras | f
    sunglasses: gafas de sol || fp
    sunscreen: protector solar | protectores solares | m
    lipstick: pintalabios || m
    face-serum: sérum facial | sérums faciales | m
    hair-dryer: secador de pelo | secadores de pelo | m
    hair-oil: aceite para el cabello | aceites para el cabello | m
    toothbrush: cepillo de dientes eléctrico | cepillos de dientes eléctricos | m
    toothpaste: pasta de dientes | pastas de dientes | f
    coffee-beans: café en grano || m
    coffee-mug: taza de café | tazas de café | f
    coffee-table: mesa de centro | mesas de centro | f
    frying-pan: sartén antiadherente | sartenes antiadherentes | f
    kitchen-knife: cuchillo de cocina | cuchillos de cocina | m
    water-bottle: botella de agua | botellas de agua | f
    vacuum-cleaner: aspiradora | aspiradoras | f
    desk-lamp: lámpara de escritorio | lámparas de escritorio | f
    pillow: almohada viscoelástica | almohadas viscoelásticas | f
    yoga-mat: esterilla de yoga | esterillas de yoga | f
    cat-food: comida para gatos || f
    cat-litter: arena para gatos || f
    dog-leash: correa para perro | correas para perro | f
    baby-bottle: biberón | biberones | m
  `,
  attributes: {
    colour:
      'negro/negra/negros/negras, blanco/blanca/blancos/blancas, rojo/roja/rojos/rojas, azul/azul/azules/azules, verde/verde/verdes/verdes',
    wear: 'para mujer, para hombre, para niños, de algodón, de secado rápido',
    goods:
      'plegable/plegable/plegables/plegables, de acero inoxidable, portátil/portátil/portátiles/portátiles, antigolpes, apto para lavavajillas',
    care: 'ecológico/ecológica/ecológicos/ecológicas, sin perfume, para piel sensible, con aloe vera, vegano/vegana/veganos/veganas',
  },
  products: [
    '{brand} {name} {attributes} {size}',
    '{name} {attributes} {size}, {praise} - {brand}',
    '{name} - {attributes} - {size} {praise}',
  ],
  praise: 'envío gratis, novedad 2026, más vendido, oferta limitada, idea de regalo, máxima calidad',
  accessory: 'kit de limpieza para {name}',
  videos: [
    'Mi nuevo hallazgo: {name} {attributes} {size} 😍',
    'Probando {name} {attributes} 🔥',
    'Abriendo el paquete: {name} {attributes}, {praise}',
  ],
  lives: ['{name} {attributes} en oferta esta noche', 'En vivo: {name} con descuento'],
  smallTalk: 'mi rutina de mañana, un día conmigo, preparo tus pedidos, lo que como en un día, mudanza',
  tags: 'parati, recomendación, reseña, compras',
  intents: 'barato, para regalo de cumpleaños, envío rápido, mejor precio, de segunda mano',
  firstNames: 'Sofía, Mateo, Lucía, Andrés, Valentina, Íñigo',
  nicknameWords: 'Belleza, Ofertas, Hogar, Hallazgos, Rincón, Moda',
  shopWords: 'Tienda, Almacén, Tienda Oficial, Mercadillo',
});
