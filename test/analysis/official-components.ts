import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Client } from '@elastic/elasticsearch';

export interface AnalysisSettings {
  readonly char_filter: Readonly<Record<string, Component>>;
  readonly filter: Readonly<Record<string, Component>>;
  readonly tokenizer?: Readonly<Record<string, Component>>;
  readonly analyzer: Readonly<Record<string, Chain>>;
  readonly normalizer?: Readonly<Record<string, Chain>>;
}
type Component = Readonly<Record<string, unknown>> & { readonly type: string };
interface Chain {
  readonly tokenizer?: string;
  readonly char_filter?: readonly string[];
  readonly filter?: readonly string[];
}

/** Term, offsets, type, position and the number of positions. */
type Token = readonly [string, number, number, string, number, number];
export interface AnalyzedText {
  readonly analyzer: string;
  readonly text: string;
  readonly tokens: readonly Token[];
}

const FOLDER = join('test', 'analysis');
/** The settings that the official components were asked with. */
export const COMPARED = readAnalysis(join(FOLDER, 'components.json'));

export function officialAnswers(): readonly AnalyzedText[] {
  const lines = gunzipSync(readFileSync(join(FOLDER, 'tokens.ndjson.gz')))
    .toString()
    .trimEnd()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as AnalyzedText);
}

export async function answersOf(
  client: Client,
  index: string,
  asked: readonly AnalyzedText[],
): Promise<readonly AnalyzedText[]> {
  const answers: AnalyzedText[] = [];
  const left = asked.entries();
  const analyzeAll = async (): Promise<void> => {
    for (const [at, { analyzer, text }] of left) {
      const { tokens = [] } = await client.indices.analyze({ index, analyzer, text });
      answers[at] = {
        analyzer,
        text,
        tokens: tokens.map(({ token, start_offset: start, end_offset: end, type, position, positionLength = 1 }) => {
          return [token, start, end, type, position, positionLength];
        }),
      };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, analyzeAll));
  return answers;
}

export function readAnalysis(file: string): AnalysisSettings {
  return JSON.parse(readFileSync(file, 'utf8')) as AnalysisSettings;
}

const AT_ONCE = 8;
/** Settings whose value names another class. */
const NAMING = ['language', 'id', 'name'];

/**
 * The kinds of components, and their settings, that an analysis uses: `filter cjk_bigram`, `filter length.min`,
 * `filter stemmer.language=minimal_english`.
 */
export function partsOf(analysis: AnalysisSettings): ReadonlySet<string> {
  const parts = new Set<string>();
  const chains = [...Object.values(analysis.analyzer), ...Object.values(analysis.normalizer ?? {})];
  for (const { tokenizer, char_filter = [], filter = [] } of chains) {
    const used = { char_filter, filter, tokenizer: tokenizer === undefined ? [] : [tokenizer] };
    for (const [kind, names] of Object.entries(used)) {
      for (const name of names) {
        const { type, ...settings } = analysis[kind as keyof typeof used]?.[name] ?? { type: name };
        parts.add(`${kind} ${type}`);
        for (const [setting, value] of Object.entries(settings)) {
          parts.add(`${kind} ${type}.${setting}${NAMING.includes(setting) ? `=${String(value)}` : ''}`);
        }
      }
    }
  }
  return parts;
}
