import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A piece of code in a document: a fenced block, or code within a line. */
export interface DocumentCode {
  /** `docs/recipes.md:27`. */
  readonly place: string;
  readonly file: string;
  /** The heading above it. */
  readonly section: string;
  /** Of a block as its fence says it; of code within a line `line`. */
  readonly language: string;
  readonly text: string;
}

export const DOCUMENTS: readonly string[] = [
  'README.md',
  'AGENTS.md',
  'CODE_OF_CONDUCT.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file))
    .sort(),
];

const FENCE = /^(\s*)```(\w*)$/;

export function codeIn(file: string, markdown = readFileSync(file, 'utf8')): DocumentCode[] {
  const found: DocumentCode[] = [];
  const lines = markdown.split('\n');
  let section = '';
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const place = `${file}:${at + 1}`;
    const [, indent, language] = FENCE.exec(line) ?? [];
    if (indent === undefined || language === undefined) {
      section = /^#+ (.+)$/.exec(line)?.[1] ?? section;
      const spans = [...line.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
      found.push(...spans.map((text) => ({ place, file, section, language: 'line', text })));
      continue;
    }
    const end = lines.indexOf(`${indent}\`\`\``, at + 1);
    const block = lines.slice(at + 1, end).map((inner) => inner.slice(indent.length));
    found.push({ place, file, section, language, text: block.join('\n') });
    at = end;
  }
  return found;
}

const SENDS = /(?:^|[\s(])(?:curl|wget|ask|put|http|fetch|requests\.\w+|urlopen)(?:\(|\s+\S)/m;
const SHELLS = ['sh', 'bash'];

/** What shows data or a picture. */
const SHOWN = ['json', 'mermaid'];

export const sends = ({ language, text }: Pick<DocumentCode, 'language' | 'text'>): boolean =>
  !SHOWN.includes(language) && SENDS.test(text);

/** A command of a shell, in a block or within a line. */
export const isShell = ({ language, text }: DocumentCode): boolean =>
  SHELLS.includes(language) || (language === 'line' && /^curl\s+\S/.test(text));

export const isPython = ({ language }: DocumentCode): boolean => language === 'python';

/** Code that sends requests in a way that no test runs. */
export const unrunIn = (code: readonly DocumentCode[]): string[] =>
  code.filter((one) => sends(one) && !isShell(one) && !isPython(one)).map(({ place, text }) => `${place}: ${text}`);

const FUNCTION = /^\w+\(\) \{.*\}$/;
const VARIABLE = /^(?:export )?[A-Z_]+=(?:\S+|\$\(.*\))$/;

/** What a document defines for a command of a shell: blocks before it that do nothing else, and functions of all others. */
export function definitionsBefore(code: readonly DocumentCode[], command: DocumentCode): string {
  const before = code.slice(0, code.indexOf(command)).filter(isShell);
  return before
    .flatMap((block) =>
      isPreparation(block) ? block.text : block.text.split('\n').filter((line) => FUNCTION.test(line)),
    )
    .join('\n');
}

/** Whether code does nothing but define what later commands use. */
export const isPreparation = ({ text }: DocumentCode): boolean =>
  text.split('\n').every((line) => FUNCTION.test(line) || VARIABLE.test(line));

/** The answer that a document shows to a command: the block of JSON that follows it in the same section. */
export function answerShown(code: readonly DocumentCode[], command: DocumentCode): DocumentCode | undefined {
  const next = code.slice(code.indexOf(command) + 1).find(({ language }) => language !== 'line');
  return next?.language === 'json' && next.section === command.section ? next : undefined;
}
