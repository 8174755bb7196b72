import type { Random } from '../../../src/seed/random.js';
import { CONCEPTS } from './concepts.js';
import type { Concept, ConceptKey } from './concepts.js';
import type { WrittenAttribute } from './facts.js';
import type { Language, Name } from './language.js';
import { formOf } from './language.js';

/** Makers that exist nowhere. */
const BRANDS = 'Novari, Lumeko, Kestrava, Brightelle, Oakmere, Zentiva Home, Pulsio, Marelune, Tikoro, Velbrook'.split(
  ', ',
);

export interface Written {
  readonly text: string;
  readonly attributes: readonly WrittenAttribute[];
}

/** Fills a template of the language: name, some attributes, a size where the thing has one, brand and praise. */
export function write(language: Language, name: Name, template: string, random: Random): Written {
  const attributes = drawAttributes(language, name, random);
  const size = drawSize(name.key, random);
  const separator = language.script === 'spaced' ? ' ' : '';
  const wearsPlural = !language.agrees && name.plural !== undefined && random.chance(0.25);
  const text = fill(template, {
    name: wearsPlural ? name.plural : name.text,
    attributes: attributes.map((one) => one.text).join(separator),
    size: size === undefined ? '' : random.chance(0.4) ? size.text.replace(' ', '') : size.text,
    brand: random.pick(BRANDS),
    praise: random.pick(language.praise),
  });
  const isShown = ({ list }: WrittenAttribute): boolean =>
    template.includes(list === 'size' ? '{size}' : '{attributes}');
  return { text, attributes: [...attributes, ...(size === undefined ? [] : [size])].filter(isShown) };
}

/** A template with its places filled; what an empty place leaves behind is tidied. */
function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template
    .replace(/\{(\w+)\}/g, (_, place: string) => values[place] ?? '')
    .replace(/ +/g, ' ')
    .replace(/(?:^| )- (?=- )/g, ' ')
    .replace(/ ?,(?: ?,)+/g, ',')
    .replace(/ ,/g, ',')
    .replace(/[ ,-]+$/, '')
    .trim();
}

function drawAttributes(language: Language, name: Name, random: Random): WrittenAttribute[] {
  const all = language.attributesOf(name.key);
  const wanted = random.pick([0, 1, 1, 2, 2]);
  const drawn = new Set(Array.from({ length: wanted }, () => random.pick(all)));
  const lists = new Set<string>();
  return [...drawn]
    .filter(({ list }) => list !== 'colour' || (!lists.has(list) && lists.add(list)))
    .map((one) => ({ list: one.list, index: one.index, text: formOf(one, name) }));
}

function drawSize(key: ConceptKey, random: Random): WrittenAttribute | undefined {
  const { sizes = [] } = CONCEPTS[key] as Concept;
  if (sizes.length === 0) return undefined;
  const index = random.whole(0, sizes.length - 1);
  return { list: 'size', index, text: sizes[index] ?? '' };
}
