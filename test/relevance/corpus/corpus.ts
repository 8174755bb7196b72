import type { LiveLoad } from '../../../src/records/live.record.js';
import type { ProductLoad } from '../../../src/records/product.record.js';
import type { VideoLoad } from '../../../src/records/video.record.js';
import { BUILT_IN_TREES } from '../../../src/reference/category-tree.js';
import { LANGS } from '../../../src/reference/lang.js';
import { Random } from '../../../src/seed/random.js';
import { CONCEPTS } from './concepts.js';
import type { ConceptKey } from './concepts.js';
import type { Facts } from './facts.js';
import type { Language, Name } from './language.js';
import { LANGUAGES } from './language.js';
import type { Creator, Shop } from './people.js';
import { creatorsOf, shopsOf } from './people.js';
import { write } from './writing.js';

const PRODUCTS_PER_NAME = 7;
const VIDEOS_PER_NAME = 3;
const LIVES_PER_NAME = 2;
const SMALL_TALK_VIDEOS = 30;
const FIRST_TIME = 1_780_000_000;
const YEAR_SECONDS = 31_536_000;

/** Records as they are loaded, and of each what it was made from. */
export interface Corpus {
  readonly products: ProductLoad[];
  readonly videos: VideoLoad[];
  readonly lives: LiveLoad[];
  readonly facts: Facts[];
}

const TREE = BUILT_IN_TREES['product-categories'];

/** The corpus that queries are judged over: the same on every run. Figures are drawn apart from what a record is about. */
export function buildCorpus(languages: readonly Language[] = LANGUAGES): Corpus {
  const corpus: Corpus = { products: [], videos: [], lives: [], facts: [] };
  for (const language of languages) {
    const shops = shopsOf(language);
    const creators = creatorsOf(language);
    language.names.forEach((name, index) => {
      addProducts(corpus, language, shops, name, index);
      addVideos(corpus, language, creators, name, index);
      addLives(corpus, language, creators, name, index);
    });
    addSmallTalk(corpus, language, creators);
  }
  return corpus;
}

function addProducts(corpus: Corpus, language: Language, shops: readonly Shop[], name: Name, place: number): void {
  for (let turn = 0; turn <= PRODUCTS_PER_NAME; turn++) {
    const index = place * 10 + turn;
    const random = new Random(`product ${language.code}`, index);
    const isAccessory = turn === PRODUCTS_PER_NAME;
    const written = isAccessory
      ? { ...write(language, name, `${language.accessory}, {praise} {brand}`, random), attributes: [] }
      : write(language, name, random.pick(language.products), random);
    const shop = random.pick(shops);
    const path = isAccessory ? [] : categoryPath(name.key);
    const [l1, l2, l3] = path.map(({ id, name: of }) => ({ id, name: of.EN_US }));
    const product_id = Random.id(17, `product ${language.code}`, index);
    corpus.products.push({
      product_id,
      title: written.text,
      region: random.pick(language.regions),
      category: { l1, l2, l3 },
      shop,
      // Whoever sells accessories may well sell more of them than others sell of the thing.
      day7_units_sold: random.heavyTail(isAccessory ? 500 : 1, 100_000),
      total_units_sold: random.heavyTail(10, 1_000_000),
      commission_rate: `${random.whole(1, 30)}%`,
    });
    corpus.facts.push({
      operation: 'product',
      id: product_id,
      language,
      ...(isAccessory ? { mentions: [name] } : { name, mentions: [] }),
      attributes: written.attributes,
      tags: [],
      names: [shop.name],
      ids: [product_id, shop.seller_id],
      categories: path.flatMap(({ id }) => LANGS.map((lang) => TREE.name(id, lang) ?? '')),
    });
  }
}

function addVideos(corpus: Corpus, language: Language, creators: readonly Creator[], name: Name, place: number): void {
  for (let turn = 0; turn < VIDEOS_PER_NAME; turn++) {
    const index = place * 10 + turn;
    const random = new Random(`video ${language.code}`, index);
    const written = write(language, name, random.pick(language.videos), random);
    const tags = [...(random.chance(0.6) ? [tagOf(name)] : []), random.pick(language.tags)];
    addVideo(corpus, language, index, random, {
      ...{ creator: random.pick(creators), text: written.text, tags },
      ...{ plays: 100, name, attributes: written.attributes, mentions: [] },
    });
  }
}

/** Videos about nothing that is sold; every third bears the tag of a thing all the same, and many have millions of plays. */
function addSmallTalk(corpus: Corpus, language: Language, creators: readonly Creator[]): void {
  for (let index = 1000; index < 1000 + SMALL_TALK_VIDEOS; index++) {
    const random = new Random(`video ${language.code}`, index);
    const stray = random.pick(language.names);
    const isStuffed = index % 3 === 0;
    addVideo(corpus, language, index, random, {
      creator: random.pick(creators),
      text: random.pick(language.smallTalk),
      tags: [random.pick(language.tags), ...(isStuffed ? [tagOf(stray)] : [])],
      plays: 50_000,
      attributes: [],
      mentions: isStuffed ? [stray] : [],
    });
  }
}

interface VideoPlan extends Pick<Facts, 'attributes' | 'mentions' | 'tags'> {
  readonly name?: Name;
  readonly creator: Creator;
  readonly text: string;
  /** The least that it may have. */
  readonly plays: number;
}

function addVideo(corpus: Corpus, language: Language, index: number, random: Random, plan: VideoPlan): void {
  const video_id = Random.id(75, `video ${language.code}`, index);
  const { creator, text, tags, plays, ...about } = plan;
  corpus.videos.push({
    video_id,
    desc: [text, ...tags.map((tag) => `#${tag}`)].join(' '),
    publish_time: FIRST_TIME + random.whole(0, YEAR_SECONDS),
    region: random.pick(language.regions),
    play_count: random.heavyTail(plays, 50_000_000),
    digg_count: random.heavyTail(10, 1_000_000),
    creator: { ...creator, follower_count: random.heavyTail(100, 10_000_000) },
  });
  const names = [creator.unique_id, creator.nickname];
  corpus.facts.push({
    operation: 'video',
    id: video_id,
    language,
    ...about,
    tags,
    names,
    ids: [],
    categories: [],
  });
}

function addLives(corpus: Corpus, language: Language, creators: readonly Creator[], name: Name, place: number): void {
  for (let turn = 0; turn < LIVES_PER_NAME; turn++) {
    const index = place * 10 + turn;
    const random = new Random(`live ${language.code}`, index);
    const written = write(language, name, language.lives[turn % language.lives.length] ?? '', random);
    const creator = random.pick(creators);
    const room_id = Random.id(76, `live ${language.code}`, index);
    corpus.lives.push({
      ...creator,
      room_id,
      title: written.text,
      creator_region: random.pick(language.regions),
      start_time: FIRST_TIME + random.whole(0, YEAR_SECONDS),
      total_viewer_count: random.heavyTail(50, 5_000_000),
      total_units_sold: random.heavyTail(1, 100_000),
    });
    corpus.facts.push({
      operation: 'live',
      id: room_id,
      language,
      name,
      attributes: written.attributes,
      mentions: [],
      tags: [],
      names: [creator.unique_id, creator.nickname],
      ids: [],
      categories: [],
    });
  }
}

/** A tag is written together, without signs. */
export const tagOf = ({ text }: Name): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');

function categoryPath(key: ConceptKey) {
  const { category } = CONCEPTS[key];
  const node = TREE.nodes.find(({ level, name }) => level === 3 && name.EN_US === category);
  if (node === undefined) throw new Error(`There is no level 3 category ${category}.`);
  return TREE.path(node.id);
}
