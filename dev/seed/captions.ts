import { SECONDS_PER_HOUR, weekdayOf } from './calendar.js';
import { fill, sentence } from './names.js';
import { nounFor } from './goods/products.js';
import type { Random } from './random.js';
import type { Show } from './shows.js';
import { type SeedLanguage, type Texts, textsOf } from './languages.js';

/** A product's noun inside a sentence. English category names are capitalized elsewhere. */
const inSentence = (noun: string, language: SeedLanguage): string =>
  language === 'en' ? noun.replace(/\b[A-Z][a-z’'-]*\b/g, (word) => word.toLowerCase()) : noun;

function valuesOf({ creator, products, day, second }: Show): Record<string, string> {
  const { language, theme } = creator;
  const { topics, weekdays, hour } = textsOf(language);
  const [shown] = products;
  const k = Math.floor(second / SECONDS_PER_HOUR);
  return {
    t: topics[theme.name] ?? '',
    w: weekdays[weekdayOf(day)] ?? '',
    h: fill(hour, { k: String(k), i: String(k - 12), j: String(k - 18) }),
    ...(shown && { n: inSentence(nounFor(shown.goods, language), language), b: shown.shop.brand }),
  };
}

const asTag = (text: string): string => `#${text.replace(/[^\p{L}\p{M}\p{N}]/gu, '').toLowerCase()}`;

/** A video's caption about its first product or the creator's day, with tags, emoji and sometimes a handle. */
export function captionOf(show: Show, mentioned: string, random: Random): string {
  const { creator, products } = show;
  const texts = textsOf(creator.language);
  const values = valuesOf(show);
  const about = sentence(random.pick(products.length > 0 ? texts.hooks : texts.moments), values);
  const withEmoji = random.chance(0.65) ? `${about} ${emojiOf(show, random)}` : about;
  const call = random.chance(0.35) ? sentence(random.pick(texts.calls), values) : '';
  return [
    call !== '' && /[\p{L}\p{N}]$/u.test(withEmoji) ? `${withEmoji}${texts.stop}` : withEmoji,
    call,
    random.chance(0.12) ? `@${mentioned}` : '',
    ...new Set(tagsOf(values, texts, random)),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function tagsOf({ n, t }: Record<string, string>, texts: Texts, random: Random): string[] {
  return [
    ...(n !== undefined && random.chance(0.5) ? [asTag(n)] : []),
    ...(t !== undefined && random.chance(0.35) ? [asTag(t)] : []),
    ...Array.from({ length: random.pick([0, 1, 1, 2, 2, 3]) }, () => random.pick(texts.tags)),
  ];
}

/** A stream's title. A weekday or hour in it is the start of the stream. */
export function streamTitleOf(show: Show, random: Random): string {
  const texts = textsOf(show.creator.language);
  const chooseFrom = show.isTimed ? texts.timedStreams : texts.streams;
  const title = sentence(random.pick(show.products.length > 0 ? chooseFrom : texts.chats), valuesOf(show));
  return random.chance(0.5) ? `${title} ${emojiOf(show, random)}` : title;
}

const emojiOf = ({ creator }: Show, random: Random): string =>
  random.pick(creator.theme.emoji) + (random.chance(0.2) ? random.pick(creator.theme.emoji) : '');
