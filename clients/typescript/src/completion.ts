import { type Command, GLOBAL, OPTIONS } from './options.js';

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
