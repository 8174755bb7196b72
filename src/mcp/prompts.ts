import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import PROMPT_DATA from './prompts.json' with { type: 'json' };

/** Questions that people ask often, as the calls that answer them: `{name}` stands for an argument, and each is needed. */
const playbooks = new Map(Object.entries(PROMPT_DATA.prompts));
const descriptions: Readonly<Record<string, string>> = PROMPT_DATA.arguments;

const END = 'State the days that the data covers, the currency of each amount, and what is not known. Guess no figure.';

export const PROMPTS: Prompt[] = [...playbooks].map(([name, { about, takes }]) => ({
  name,
  description: about,
  arguments: takes.map((argument) => ({ name: argument, description: descriptions[argument] ?? '', required: true })),
}));

/** The prompt of a name with its arguments filled in, or what is wrong with them. */
export function promptOf(name: string, given: Readonly<Record<string, string>>): GetPromptResult | string {
  const playbook = playbooks.get(name);
  if (playbook === undefined) return `There is no prompt "${name}"; there are ${[...playbooks.keys()].join(', ')}.`;
  const missing = playbook.takes.filter((argument) => !given[argument]?.trim());
  if (missing.length > 0) return `The prompt ${name} needs ${missing.join(', ')}.`;
  const text = [...playbook.text, END].join('\n').replace(/\{(\w+)\}/g, (_, argument: string) => given[argument] ?? '');
  return {
    description: playbook.about,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
}
