import analysis from '../../elastic/analysis.json' with { type: 'json' };

/** Latin letters and digits, with single signs between them. */
const PIECE = /[\p{Script=Latin}\p{Nd}]+(?:[-._/][\p{Script=Latin}\p{Nd}]+)*/gu;
const MOST_PIECES = 4;
/** A longer word is no piece of a code with blanks. */
const MOST_LETTERS = 4;

const SHORTEST = 5;
/** Digits in one piece are found as a word; shorter ones are no codes of a text. */
const SHORTEST_BARCODE = 8;
const LONGEST_OF_SEVERAL = 20;
/** Keywords with blanks are a code only with so many digits, or with a piece of letters and digits. */
const DIGITS_OF_SEVERAL = 3;
const SHORTEST_MIXED = 4;
/** Zeros in front of so many digits are those of another form of a barcode. */
const DIGITS_OF_BARCODE = 7;

interface Code {
  /** In lower case, without signs, blanks and most zeros of a barcode. */
  readonly code: string;
  /** What stands for it in the text. */
  readonly text: string;
}

/**
 * Returns the codes of a text: letters and digits in one piece, or in two to four with blanks between them of which one
 * has a digit, and barcodes; in keywords also numbers, and fewer with blanks.
 */
export function codesIn(text: string, isAsked = false): Code[] {
  const plain = text.normalize('NFKC');
  const pieces = [...plain.matchAll(PIECE)];
  return pieces.flatMap((first, at) => {
    const texts = [first[0]];
    let end = first.index + first[0].length;
    for (const piece of isOfSeveral(first[0]) ? pieces.slice(at + 1, at + MOST_PIECES) : []) {
      if (piece.index !== end + 1 || plain[end] !== ' ' || !isOfSeveral(piece[0])) break;
      texts.push(`${texts.at(-1)} ${piece[0]}`);
      end = piece.index + piece[0].length;
    }
    return texts.map((one) => ({ code: codeOf(one), text: one })).filter((one) => isCode(one, isAsked));
  });
}

/** Neither a decimal nor a fraction is one. */
const isOfSeveral = (piece: string): boolean =>
  hasDigit(piece) ? !/\p{Nd}[./]\p{Nd}/u.test(piece) : piece.length <= MOST_LETTERS;

const hasDigit = (text: string): boolean => /\p{Nd}/u.test(text);

const isMixed = (piece: string): boolean => piece.length >= SHORTEST_MIXED && hasDigit(piece) && /\p{L}/u.test(piece);

function codeOf(text: string): string {
  const code = text
    .normalize('NFD')
    .replaceAll(/[\p{M}\s\-._/]/gu, '')
    .toLowerCase();
  const zeros = code.search(/[^0]|$/);
  return code.slice(Math.max(0, Math.min(zeros, code.length - DIGITS_OF_BARCODE)));
}

function isCode({ code, text }: Code, isAsked: boolean): boolean {
  const digits = code.match(/\p{Nd}/gu)?.length ?? 0;
  if (digits === 0 || code.length < SHORTEST) return false;
  if (!text.includes(' ')) return isAsked || digits < code.length || code.length >= SHORTEST_BARCODE;
  return (
    code.length <= LONGEST_OF_SEVERAL && (!isAsked || digits >= DIGITS_OF_SEVERAL || text.split(' ').some(isMixed))
  );
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
