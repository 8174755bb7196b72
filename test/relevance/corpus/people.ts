import { Random } from '../../../src/seed/random.js';
import type { Language } from './language.js';

export interface Creator {
  readonly uid: string;
  readonly unique_id: string;
  readonly nickname: string;
}

export interface Shop {
  readonly seller_id: string;
  readonly name: string;
}

const SYLLABLES = 'ka, mi, ro, lu, ta, ne, so, vi, da, yu, pe, na, shi, mo, ri, be, zo, ha'.split(', ');
const TRADES = 'beauty, style, daily, finds, home, kitchen, review, studio'.split(', ');
const SIGNS = ['.', '_', ''];

/** Creators of a language, and for every other one a rival whose handle is nearly the same. */
export function creatorsOf(language: Language): Creator[] {
  return language.firstNames.flatMap((firstName, index) => {
    const random = new Random(`creator ${language.code}`, index);
    const uid = Random.id(71, `creator ${language.code}`, index * 2);
    const sign = random.pick(SIGNS);
    const person = Array.from({ length: random.whole(2, 3) }, () => random.pick(SYLLABLES)).join('');
    const unique_id = `${person}${sign}${random.pick(TRADES)}`;
    const nickname = `${firstName} ${language.nicknameWords[index % language.nicknameWords.length] ?? ''}`;
    const creator = { uid, unique_id, nickname };
    if (index % 2 === 1) return [creator];
    const rival = {
      uid: Random.id(71, `creator ${language.code}`, index * 2 + 1),
      unique_id: random.pick([`${unique_id}2`, `${unique_id}.official`, `the${unique_id}`, `${unique_id}s`]),
      nickname: `${person} ${language.nicknameWords[(index + 1) % language.nicknameWords.length] ?? ''}`,
    };
    return [creator, rival];
  });
}

/** Shops of a language: some are called after a person, some after a thing that they don't only sell. */
export function shopsOf(language: Language): Shop[] {
  const random = new Random(`shop ${language.code}`, 0);
  const owners = language.firstNames.slice(0, 4);
  const things = [random.pick(language.names), random.pick(language.names)].map(({ text }) => text);
  return [...owners, ...things].map((owner, index) => ({
    seller_id: Random.id(74, `shop ${language.code}`, index),
    name: `${owner} ${language.shopWords[index % language.shopWords.length] ?? ''}`,
  }));
}
