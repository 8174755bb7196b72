import { describeLanguage } from '../language.js';

export const PORTUGUESE = describeLanguage({
  code: 'pt',
  regions: ['BR', 'PT'],
  script: 'spaced',
  head: 'first',
  forms: ['m', 'f', 'mp', 'fp'],
  concepts: `
    phone-case: capinha de celular | capinhas de celular | f
    phone-holder: suporte de celular | suportes de celular | m
    power-bank: carregador portátil | carregadores portáteis | m
    earbuds: fone de ouvido sem fio | fones de ouvido sem fio | m
    running-shoes: tênis de corrida || m
    hiking-shoes: tênis de trilha || m
    shoe-rack: sapateira | sapateiras | f
    t-shirt: camiseta | camisetas | f
    evening-dress: vestido de festa | vestidos de festa | m
    rain-jacket: jaqueta impermeável | jaquetas impermeáveis | f
    backpack: mochila escolar | mochilas escolares | f
    wallet: carteira | carteiras | f
    sunglasses: óculos de sol || mp
    sunscreen: protetor solar | protetores solares | m
    lipstick: batom | batons | m
    face-serum: sérum facial | séruns faciais | m
    hair-dryer: secador de cabelo | secadores de cabelo | m
    hair-oil: óleo capilar | óleos capilares | m
    toothbrush: escova de dentes elétrica | escovas de dentes elétricas | f
    toothpaste: pasta de dente | pastas de dente | f
    coffee-beans: café em grãos || m
    coffee-mug: caneca de café | canecas de café | f
    coffee-table: mesa de centro | mesas de centro | f
    frying-pan: frigideira antiaderente | frigideiras antiaderentes | f
    kitchen-knife: faca de cozinha | facas de cozinha | f
    water-bottle: garrafa de água | garrafas de água | f
    vacuum-cleaner: aspirador de pó | aspiradores de pó | m
    desk-lamp: luminária de mesa | luminárias de mesa | f
    pillow: travesseiro viscoelástico | travesseiros viscoelásticos | m
    yoga-mat: tapete de ioga | tapetes de ioga | m
    cat-food: ração para gatos | rações para gatos | f
    cat-litter: areia para gatos || f
    dog-leash: coleira para cachorro | coleiras para cachorro | f
    baby-bottle: mamadeira | mamadeiras | f
  `,
  attributes: {
    colour:
      'preto/preta/pretos/pretas, branco/branca/brancos/brancas, vermelho/vermelha/vermelhos/vermelhas, azul/azul/azuis/azuis, verde/verde/verdes/verdes',
    wear: 'feminino/feminina/femininos/femininas, masculino/masculina/masculinos/masculinas, infantil/infantil/infantis/infantis, de algodão, de secagem rápida',
    goods: 'dobrável/dobrável/dobráveis/dobráveis, de aço inoxidável, para viagem, antichoque, com garantia',
    care: 'orgânico/orgânica/orgânicos/orgânicas, sem perfume, para pele sensível, vegano/vegana/veganos/veganas, com vitamina C',
  },
  products: [
    '{brand} {name} {attributes} {size}',
    '{name} {attributes} {size}, {praise} - {brand}',
    '{name} - {attributes} - {size} {praise}',
  ],
  praise: 'frete grátis, lançamento 2026, mais vendido, oferta relâmpago, ideia de presente, alta qualidade',
  accessory: 'kit de limpeza para {name}',
  videos: [
    'Meu novo achado: {name} {attributes} {size} 😍',
    'Testando {name} {attributes} 🔥',
    'Abrindo a caixa: {name} {attributes}, {praise}',
  ],
  lives: ['{name} {attributes} em promoção hoje', 'Ao vivo: {name} com desconto'],
  smallTalk: 'minha rotina da manhã, um dia comigo, preparando os pedidos, o que eu como em um dia, mudança',
  tags: 'paravocê, achadinhos, resenha, promoção',
  intents: 'barato, para presente de aniversário, entrega rápida, melhor preço, em promoção agora',
  firstNames: 'João, Beatriz, Antônio, Larissa, Inês, Caio',
  nicknameWords: 'Beleza, Achadinhos, Lar, Dicas, Cantinho, Coração',
  shopWords: 'Loja, Depósito, Loja Oficial, Armazém',
});
