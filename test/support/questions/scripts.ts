import { readFileSync } from 'node:fs';
import type { Row } from './question-world.js';

/** A call of a tool with its arguments, under its name. */
export type Call = Readonly<Record<string, object>>;

/** A question in a language, and the calls that answer it. */
export interface Script {
  readonly lang: 'en' | 'es' | 'zh';
  readonly question: string;
  readonly calls: readonly Call[];
}

export const SCRIPTS = JSON.parse(readFileSync('docs/assistants.questions.json', 'utf8')) as readonly Script[];

/** The data of an answer, as far as it has rows or figures. */
export interface Answered {
  readonly list?: readonly Row[];
  readonly facets?: readonly { readonly values: readonly Row[] }[];
  readonly figures?: readonly Row[];
  readonly cross?: { readonly cells: readonly Row[] };
}

export const rowsOf = ({ list, facets, figures, cross }: Answered): readonly Row[] =>
  list ?? cross?.cells ?? facets?.[0]?.values ?? figures ?? [];

/** The value at a path such as `1.list.*.uid`. */
function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (name === '*') return (value as unknown[]).map((one) => valueAt(one, rest));
  return valueAt((value as Row | undefined)?.[name], rest);
}

/** Arguments with what `$1.list.0.uid` stands for in their place. @param answers counted from 1 */
export const filled = (given: object, answers: readonly unknown[]): object =>
  JSON.parse(
    JSON.stringify(given).replace(/"\$([^"]+)"/g, (_, path: string) =>
      JSON.stringify(valueAt([undefined, ...answers], path.split('.')) ?? null),
    ),
  ) as object;
