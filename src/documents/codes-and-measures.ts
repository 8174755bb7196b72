import analysis from '../../elastic/analysis.json' with { type: 'json' };

/** Latin letters and digits, with single signs between them. */
const PIECE = /[\p{Script=Latin}\p{Nd}]+(?:[-._/][\p{Script=Latin}\p{Nd}]+)*/gu;
const SHORTEST_CODE = 5;
/** Of a code with blanks. */
const MOST_PIECES = 4;
const MOST_LETTERS_OF_PIECE = 4;
const LEAST_DIGITS = 2;
const LONGEST_WITH_BLANKS = 20;
/** Zeros in front of so many digits are those of another form of a barcode. */
const DIGITS_OF_BARCODE = 7;

/** Returns the codes of a text without signs, letters and digits in one piece or in up to four with blanks, and what stands for each. */
export function codesIn(text: string): { code: string; text: string }[] {
  if (!/\p{Nd}/u.test(text)) return [];
  const plain = text.normalize('NFKC');
  const pieces = [...plain.matchAll(PIECE)];
  const written = pieces.flatMap(({ 0: first, index }, at) => {
    const texts = [first];
    for (const piece of isOfSeveral(first) ? pieces.slice(at + 1, at + MOST_PIECES) : []) {
      const end = index + (texts.at(-1)?.length ?? 0);
      if (plain.slice(end, piece.index) !== ' ' || !isOfSeveral(piece[0])) break;
      texts.push(plain.slice(index, piece.index + piece[0].length));
    }
    return texts;
  });
  return written.map((one) => ({ code: codeOf(one), text: one })).filter(({ code }) => code !== '');
}

/** Neither a longer word nor a decimal or a fraction is one. */
const isOfSeveral = (piece: string): boolean =>
  /\p{Nd}/u.test(piece) ? !/\p{Nd}[./]\p{Nd}/u.test(piece) : piece.length <= MOST_LETTERS_OF_PIECE;

function codeOf(text: string): string {
  const code = text
    .normalize('NFD')
    .replaceAll(/[\p{M}\s\-._/]/gu, '')
    .toLowerCase();
  const digits = code.match(/\p{Nd}/gu)?.length ?? 0;
  const isCode = text.includes(' ') ? digits >= LEAST_DIGITS && code.length <= LONGEST_WITH_BLANKS : digits > 0;
  if (!isCode || (code.length < SHORTEST_CODE && !/^\p{Nd}in\p{Nd}$/u.test(code))) return '';
  return code.slice(Math.max(0, Math.min(code.search(/[^0]|$/), code.length - DIGITS_OF_BARCODE)));
}

/** The unit behind a number, as the analysis finds it. Case is a flag of each expression with it. */
export const UNIT = analysis.char_filter.units.pattern.replace('(?i)', '');

/** Units that the analysis writes out, by what it finds of them. */
const WRITTEN = new Map(
  analysis.char_filter.letters.mappings
    .filter((mapping) => mapping.startsWith('¦'))
    .map((mapping) => mapping.slice(1).split(String.raw`=>\u0020`) as [string, string]),
);
const SCALES: Readonly<Record<string, readonly [unit: string, scale: number]>> = {
  ml: ['ml', 1],
  cl: ['ml', 10],
  l: ['ml', 1000],
  mg: ['g', 0.001],
  g: ['g', 1],
  kg: ['g', 1000],
  mm: ['mm', 1],
  cm: ['mm', 10],
  m: ['mm', 1000],
};

const NUMBER = String.raw`(?<![\p{Script=Latin}\p{Nd}.,/⁄])(\p{Nd}{1,3}(?:[.,]\p{Nd}{3})+|\p{Nd}+(?:[.,/⁄]\p{Nd}+)?|[½¼¾])`;
const MEASURE = new RegExp(NUMBER + UNIT, 'giu');
const ONE_MEASURE = new RegExp(`^${NUMBER}${UNIT}$`, 'iu');

/** Returns the volumes, weights and lengths of a text, each in one unit: `500ml` for `0.5 l` and `50 cl`. */
export const measuresIn = (text: string): string[] => [...text.matchAll(MEASURE)].flatMap((match) => toMeasure(match));

/** Returns the measure of a word that is one. */
export function measureOf(word: string): string | undefined {
  const match = ONE_MEASURE.exec(word);
  return match === null ? undefined : toMeasure(match)[0];
}

function toMeasure([, number = '', ...groups]: readonly (string | undefined)[]): string[] {
  const written = groups.join('').toLowerCase();
  const [unit, scale] = SCALES[WRITTEN.get(written) ?? written] ?? [];
  if (unit === undefined || scale === undefined) return [];
  const value = toNumber(number.normalize('NFKC')) * scale;
  return Number.isFinite(value) ? [`${Number(value.toFixed(3))}${unit}`] : [];
}

/** Three digits behind a sign are thousands, unless the number begins with 0. */
function toNumber(text: string): number {
  if (/^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(text)) return Number(text.replaceAll(/[.,]/g, ''));
  const [number = '', divisor = '1'] = text.replace(',', '.').split(/[/⁄]/);
  return Number(number) / Number(divisor);
}
