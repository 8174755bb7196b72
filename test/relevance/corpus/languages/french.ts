import { describeLanguage } from '../language.js';

export const FRENCH = describeLanguage({
  code: 'fr',
  regions: ['FR', 'BE'],
  script: 'spaced',
  head: 'first',
  forms: ['m', 'f', 'mp', 'fp'],
  concepts: `
    phone-case: coque de téléphone | coques de téléphone | f
    phone-holder: support téléphone | supports téléphone | m
    power-bank: batterie externe | batteries externes | f
    earbuds: écouteurs sans fil || mp
    running-shoes: chaussures de course || fp
    hiking-shoes: chaussures de randonnée || fp
    shoe-rack: étagère à chaussures | étagères à chaussures | f
    t-shirt: t-shirt | t-shirts | m
    evening-dress: robe de soirée | robes de soirée | f
    rain-jacket: veste imperméable | vestes imperméables | f
    backpack: sac à dos | sacs à dos | m
    wallet: portefeuille | portefeuilles | m
    sunglasses: lunettes de soleil || fp
    sunscreen: crème solaire | crèmes solaires | f
    lipstick: rouge à lèvres | rouges à lèvres | m
    face-serum: sérum visage | sérums visage | m
    hair-dryer: sèche-cheveux || m
    hair-oil: huile capillaire | huiles capillaires | f
    toothbrush: brosse à dents électrique | brosses à dents électriques | f
    toothpaste: dentifrice | dentifrices | m
    coffee-beans: café en grains || m
    coffee-mug: tasse à café | tasses à café | f
    coffee-table: table basse | tables basses | f
    frying-pan: poêle antiadhésive | poêles antiadhésives | f
    kitchen-knife: couteau de cuisine | couteaux de cuisine | m
    water-bottle: gourde isotherme | gourdes isothermes | f
    vacuum-cleaner: aspirateur | aspirateurs | m
    desk-lamp: lampe de bureau | lampes de bureau | f
    pillow: oreiller à mémoire de forme | oreillers à mémoire de forme | m
    yoga-mat: tapis de yoga || m
    cat-food: croquettes pour chat || fp
    cat-litter: litière pour chat | litières pour chat | f
    dog-leash: laisse pour chien | laisses pour chien | f
    baby-bottle: biberon | biberons | m
  `,
  attributes: {
    colour:
      'noir/noire/noirs/noires, blanc/blanche/blancs/blanches, rouge/rouge/rouges/rouges, bleu/bleue/bleus/bleues, vert/verte/verts/vertes',
    wear: 'pour femme, pour homme, pour enfant, à séchage rapide, en coton',
    goods:
      'pliable/pliable/pliables/pliables, en acier inoxydable, de voyage, résistant aux chocs/résistante aux chocs/résistants aux chocs/résistantes aux chocs, compatible lave-vaisselle',
    care: 'bio, sans parfum, pour peaux sensibles, végan/végane/végans/véganes, au thé vert',
  },
  products: [
    '{brand} {name} {attributes} {size}',
    '{name} {attributes} {size}, {praise} - {brand}',
    '{name} - {attributes} - {size} {praise}',
  ],
  praise: 'livraison gratuite, nouveauté 2026, meilleure vente, offre limitée, idée cadeau, qualité supérieure',
  accessory: 'kit de nettoyage pour {name}',
  videos: [
    'Ma nouvelle trouvaille : {name} {attributes} {size} 😍',
    'On teste : {name} {attributes} 🔥',
    'Déballage : {name} {attributes}, {praise}',
  ],
  lives: ['{name} {attributes} en promo ce soir', 'En direct : {name} à petit prix'],
  smallTalk:
    'ma routine du matin, une journée avec moi, je prépare vos commandes, ce que je mange en une journée, déménagement',
  tags: 'pourtoi, bonplan, avis, découverte',
  intents: 'pas cher, pour un anniversaire, livraison rapide, meilleur prix, idée pour Noël',
  firstNames: 'Chloé, Mathéo, Zoé, Hélène, Léo, Anaïs',
  nicknameWords: 'Beauté, Bons Plans, Maison, Découvertes, Atelier, Déco',
  shopWords: 'Boutique, Comptoir, Magasin Officiel, Entrepôt',
});
