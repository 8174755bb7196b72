import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import ts from 'typescript';
import { PROJECT_DIR } from '../../src/config/project-dir.js';

/** Where texts of users meet regular expressions. */
const FOLDERS = ['src', 'clients/typescript/src', 'explorer'];
const [SHORT, LONG] = [20_000, 40_000] as const;
const MOST_TIMES = 3;
/** Below it, time is that of the machine. An expression whose time grows with the square of a text takes far longer. */
const FLOOR_MS = 25;
const TIMEOUT_MS = 4000;
/** The characters of the longest text that the expressions of a file see, where it is shorter. */
const LONGEST: Readonly<Record<string, number>> = {
  'src/search/compiler/keyword-reading.ts': 2 * 120,
  'src/search/compiler/word-forms.ts': 2 * 120,
};

/** Representatives of characters that expressions know. */
const CHARACTERS = [...' 0a",.-/_\'[{(<9fZ\n:;=+%$€#@&!?*^|~`\\)]}>xKMe\u00a0é中万😀\u0301\u200b\0٣①'];

interface Expression {
  readonly place: string;
  readonly regExp: RegExp;
}

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(PROJECT_DIR, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.spec|\.d)\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);

/** The expressions that stand in the sources, and the files that build others. */
function readSources(): { readonly literals: Expression[]; readonly builders: string[] } {
  const literals: Expression[] = [];
  const builders = new Set<string>();
  for (const path of sources) {
    const text = readFileSync(join(PROJECT_DIR, path), 'utf8');
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        literals.push({ place: `${path}:${line + 1}`, regExp: new RegExp(source, flags) });
      }
      if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp')
        builders.add(path);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return { literals, builders: [...builders] };
}

async function buildExpressions(builders: readonly string[]): Promise<Expression[]> {
  const built: Expression[] = [];
  const own = RegExp;
  globalThis.RegExp = new Proxy(own, {
    construct(target, given: [string, string?]) {
      const regExp = new target(...given);
      const caller = new Error().stack?.split('\n')[2] ?? '';
      const place = builders.find((path) => caller.includes(path));
      if (place !== undefined) built.push({ place: `${place} (built)`, regExp });
      return regExp;
    },
  });
  try {
    for (const path of builders) await import(join('../..', path.replace(/\.ts$/, '.js')));
    const { jsonReader } = await import('../../src/loading/reading/cut-json.js');
    const { loadSchema } = await import('../../src/loading/load-kind.js');
    const { RECORD_KINDS } = await import('../../src/common/record-kind.js');
    for (const kind of RECORD_KINDS) {
      jsonReader(loadSchema(kind));
      JSON.stringify(loadSchema(kind), (name, value: unknown) => {
        if (name === 'pattern') built.push({ place: `schema of ${kind}`, regExp: new own(value as string, 'u') });
        return value;
      });
    }
  } finally {
    globalThis.RegExp = own;
  }
  return built;
}

/** A text that an element matches in most cases: each quantifier as often as it must, or once. */
function sample(element: AST.Element, flags: string, choice = 0): string {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup': {
      const { alternatives } = element;
      return (
        alternatives[choice % alternatives.length]?.elements.map((one) => sample(one, flags, choice)).join('') ?? ''
      );
    }
    case 'Quantifier':
      return sample(element.element, flags, choice).repeat(Math.min(50, Math.max(1, element.min)));
    case 'Character':
      return String.fromCodePoint(element.value);
    case 'CharacterSet':
    case 'CharacterClass': {
      const one = new RegExp(`^${element.raw}$`, flags.replace(/[gy]/g, ''));
      const found = CHARACTERS.filter((character) => one.test(character));
      return found[choice % Math.max(1, found.length)] ?? 'ह';
    }
    case 'Assertion':
    case 'Backreference':
    case 'ExpressionCharacterClass':
      return '';
  }
}

interface Attack {
  readonly prefix: string;
  readonly pump: string;
}

/** For each part of an expression that has no largest number of repetitions: what stands before it, and what it repeats. */
function attacksOn({ source, flags }: RegExp): Attack[] {
  const unicode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, unicode);
  const attacks = new Map<string, Attack>();
  const visit = (alternatives: readonly AST.Alternative[], before: string): void => {
    for (const { elements } of alternatives) {
      let prefix = before;
      for (const element of elements) {
        const inner = element.type === 'Quantifier' ? element.element : element;
        if (element.type === 'Quantifier' && element.max === Infinity)
          for (let choice = 0; choice < 5; choice += 1) {
            const pump = sample(inner, flags, choice);
            for (const begin of ['', prefix]) attacks.set(`${begin}\0${pump}`, { prefix: begin, pump });
          }
        if ('alternatives' in inner) visit(inner.alternatives, prefix);
        prefix += sample(element, flags);
      }
    }
  };
  visit(pattern.alternatives, '');
  return [...attacks.values()].filter(({ pump }) => pump !== '');
}

const context = createContext({ regExp: / /, text: '' });
const search = new Script('text.replace(regExp, "")');

/** The milliseconds of one search for all matches; Infinity when it takes seconds. */
function timeOf(regExp: RegExp, text: string): number {
  Object.assign(context, { regExp, text });
  const begin = performance.now();
  try {
    search.runInContext(context, { timeout: TIMEOUT_MS });
    return performance.now() - begin;
  } catch {
    return Infinity;
  }
}

const leastOf = (regExp: RegExp, text: string): number =>
  Math.min(...Array.from({ length: 3 }, () => timeOf(regExp, text)));

/** What is wrong with an expression: the text for which its time grows faster than the text does. */
function faultOf({ place, regExp }: Expression): string | undefined {
  const longest = LONGEST[place.replace(/:.*| .*/, '')] ?? LONG;
  for (const { prefix, pump } of attacksOn(regExp)) {
    const textOf = (length: number, suffix: string): string =>
      prefix + pump.repeat(Math.max(1, Math.floor(length / pump.length))) + suffix;
    for (const suffix of ['\0', '']) {
      const shown = `${place} ${regExp}: ${JSON.stringify(`${prefix}(${pump})*${suffix}`)}`;
      // What grows with a power of the text is seen at shorter ones, before it takes hours.
      let time = 0;
      for (const length of [200, 2000, longest])
        if (time < Infinity) time = timeOf(regExp, textOf(Math.min(length, longest), suffix));
      if (time === Infinity) return `${shown} takes seconds`;
      if (time < FLOOR_MS) continue;
      const [half, whole] = [SHORT, LONG].map((length) => leastOf(regExp, textOf(length, suffix))) as [number, number];
      if (whole >= FLOOR_MS && whole > MOST_TIMES * half)
        return `${shown} takes ${half} ms, and ${whole} ms for twice the text`;
    }
  }
  return undefined;
}

describe('regular expressions that see texts of users', () => {
  const { literals, builders } = readSources();

  it('find every repetition of an expression that is known to be slow', () => {
    const slow = [/\s+$/, /^(a+)+$/, /^(-?)\s*([^\d.]*?)\s*(\d[\d.\s]*?)\s*([kK])?\s*([^\d.]*)$/u];
    expect(slow.map((regExp) => faultOf({ place: '', regExp }) !== undefined)).toEqual(slow.map(() => true));
    const quick = [/^\s+|(?<!\s)\s+$/g, /^a+$/, /^\s*(?:a\s*)?$/, /"(?:[^"]|"")*"/y];
    expect(quick.map((regExp) => faultOf({ place: '', regExp }))).toEqual(quick.map(() => undefined));
  });

  it('take time that grows as the text does', async () => {
    const built = await buildExpressions(builders);
    const places = new Set(built.map(({ place }) => place.split(' ')[0]));
    expect(builders.filter((path) => !places.has(path))).toEqual([]);
    const all = new Map([...literals, ...built].map((one) => [`${one.regExp}`, one]));
    expect(all.size).toBeGreaterThan(200);
    expect([...all.values()].map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
  });
});
