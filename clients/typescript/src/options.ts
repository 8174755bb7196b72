import { parseArgs } from 'node:util';
import { CHOICES } from './columns.js';
import { UsageError } from './lists.js';
import { FORMATS } from './row-writer.js';

/** The options: an example of the value, empty for a flag, and what the option says. */
export const OPTIONS = {
  region: ['US', 'the filter region'],
  filter: [`'{"uid":"1"}'`, 'filters of the operation, as JSON'],
  last: ['4w', 'days (d), weeks (w) or months (m; of 30 days, where rows are no periods) up to the newest data'],
  from: ['2026-06-01', 'first day, with --to'],
  to: ['2026-06-30', 'last day, included'],
  per: ['week', `what a row is about: ${CHOICES.period.join(', ')}`],
  by: ['region', 'filters whose values are counted, with commas between them'],
  size: ['10', 'values of each filter'],
  measure: ['usd_gmv', `what is added up for each value: ${CHOICES.measure.join(', ')}`],
  sort: ['play_count', 'a field, largest values first; with :asc smallest'],
  fields: ['uid,nickname', 'fields to print; those of an object by their path, such as creator.uid'],
  limit: ['20', 'maximum rows'],
  all: ['', 'all rows, as far as the pages of the list reach; export has all'],
  excel: ['', 'of export: CSV for a spreadsheet, with ids that keep their digits'],
  days: ['30', 'of link: days until it ends, 1 to 365'],
  name: ['us-products', 'of link: the name of the file, without its ending'],
  lang: ['ZH_CN', `language of names and errors: ${CHOICES.lang.join(', ')}`],
  format: ['csv', `${FORMATS.join(', ')} (of export); unless set a table on a terminal and ndjson in a pipe`],
  json: ['', 'the same as --format json: one array'],
  every: ['60', 'seconds between two looks at the version of the data'],
  once: ['', 'look once, and end; for cron, with --state'],
  state: ['FILE', 'keeps the rows between two runs'],
  rules: [
    'FILE',
    'watches the questions of a file of rules, and sends messages to receivers; alone, without a command',
  ],
  check: ['', 'with --rules: only checks the file, and asks each question once'],
  metrics: ['FILE', 'with --rules: writes what became of rules, for the textfile collector of Prometheus'],
  help: ['', 'this text'],
  version: ['', 'the version of the command'],
} as const satisfies Readonly<Record<string, readonly [example: string, about: string]>>;

export type OptionName = keyof typeof OPTIONS;
type Flag = 'json' | 'all' | 'excel' | 'once' | 'check' | 'help' | 'version';
export type Options = Readonly<Partial<Record<Exclude<OptionName, Flag>, string>> & Partial<Record<Flag, boolean>>>;

/** A command: its words, its options, and what they are unless set. */
export interface Command {
  /** What it takes before its options: `<kind> [words]`. */
  readonly takes: string;
  readonly about: string;
  /** The values of the first word. */
  readonly kinds: readonly string[];
  /** The most words after the first. */
  readonly words: number;
  readonly options: readonly OptionName[];
  readonly defaults: Readonly<Partial<Record<OptionName, string>>>;
}

export const GLOBAL = ['help', 'version'] as const satisfies readonly OptionName[];

/** @throws UsageError for an option that does not exist, or without its value */
export function readCommandLine(parameters: readonly string[]): { options: Options; words: readonly string[] } {
  const { tokens, values, positionals } = parseArgs({
    args: [...parameters],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(OPTIONS).map(([name, [example]]) => [
        name,
        { type: example === '' ? 'boolean' : 'string', ...(name === 'help' && { short: 'h' }) } as const,
      ]),
    ),
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    if (!Object.hasOwn(OPTIONS, name)) throw new UsageError(`There is no option ${rawName}; --help lists them.`);
    const [example] = OPTIONS[name as OptionName];
    if (tokens.some((other) => other.kind === 'option' && other.name === name && other.index < token.index)) {
      throw new UsageError(`--${name} is given twice.`);
    }
    if (example === '' && value !== undefined) throw new UsageError(`--${name} takes no value.`);
    if (example !== '' && !value) throw new UsageError(`--${name} needs a value, such as ${example}.`);
  }
  return { options: values, words: positionals };
}

/** @throws UsageError for an option or a word that the command does not use */
export function requireUsed(name: string, { options, words: most }: Command, given: Options, words: readonly string[]) {
  const unused = Object.keys(given).find((option) => ![...options, ...GLOBAL].includes(option as OptionName));
  if (unused !== undefined) throw new UsageError(`${name} takes no --${unused}.`);
  if (words.length > most) {
    const [command] = name.split(' ');
    throw new UsageError(`${command} takes no words; "${words.slice(most).join(' ')}" is left over.`);
  }
}

/** A whole number above 0. @throws UsageError for anything else */
export function countOf(option: OptionName, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new UsageError(`--${option} is ${text}; it must be a whole number above 0.`);
}

/** Lines of two columns. */
function aligned(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
}

/** The help of all commands. */
export function helpOf(commands: Readonly<Record<string, Command>>, end: string): string {
  const lines = Object.entries(commands).map(([name, { takes, about }]) => [`${name} ${takes}`, about] as const);
  return `Usage: commerce-analytics <command> [options]\n\n${aligned(lines)}\n${end}`;
}

/** The help of one command, with what its options are unless set. */
export function helpOfCommand(name: string, { takes, about, kinds, options, defaults }: Command): string {
  const lines = [...options, ...GLOBAL].map((option) => {
    const [example, text] = OPTIONS[option];
    const unset = defaults[option];
    return [`--${option} ${example}`, unset === undefined ? text : `${text}; unless set ${unset}`] as const;
  });
  const choices = kinds.length === 0 ? '' : `\n${/<(\w+)>/.exec(takes)?.[1]}: ${kinds.join(', ')}\n`;
  return `Usage: commerce-analytics ${`${name} ${takes}`.trimEnd()} [options]\n\n${about.charAt(0).toUpperCase()}${about.slice(1)}.\n${choices}\n${aligned(lines)}`;
}

export const SHELLS = ['bash', 'zsh', 'fish'];
const NAME = 'commerce-analytics';

/** A script by which a shell completes commands, their kinds and their options. */
export function completionOf(shell: string, commands: Readonly<Record<string, Command>>): string {
  if (shell === 'fish') return fishScript(commands);
  const cases = Object.entries(commands).map(([name, { kinds, options }]) => {
    const named = [...options, ...GLOBAL].map((option) => `--${option}`);
    return `    ${name}) kinds='${kinds.join(' ')}' options='${named.join(' ')}' ;;\n`;
  });
  // zsh runs the completions of bash.
  const head = shell === 'zsh' ? 'autoload -U +X compinit bashcompinit && compinit && bashcompinit\n' : '';
  return `${head}_commerce_analytics() {
  local kinds='' options='' words
  case "\${COMP_WORDS[1]}" in
${cases.join('')}  esac
  case $COMP_CWORD in
    1) words='${Object.keys(commands).join(' ')} --help --version' ;;
    2) words="$kinds $options" ;;
    *) words=$options ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _commerce_analytics ${NAME}
`;
}

function fishScript(commands: Readonly<Record<string, Command>>): string {
  const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
  const lines = Object.entries(commands).flatMap(([name, { about, kinds, options }]) => {
    const within = `complete -c ${NAME} -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c ${NAME} -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`,
      `${within} -a '${kinds.join(' ')}'`,
      ...[...options, ...GLOBAL].map((option) => {
        const [example, text] = OPTIONS[option];
        return `${within} -l ${option}${example === '' ? '' : ' -r'} -d ${quoted(text)}`;
      }),
    ];
  });
  return `${[`complete -c ${NAME} -f`, ...lines].join('\n')}\n`;
}
