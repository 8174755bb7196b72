import type { SettingDescription } from '../../src/config/setting.js';
import { settingDescriptions } from '../../src/config/setting.js';
import { Settings } from '../../src/config/settings.js';

const BEGIN = '<!-- npm run settings writes the tables -->';
const END = '<!-- end of the tables -->';
const HEADER = ['Variable', 'Default', 'Value', 'What it is'] as const;

const defaults = new Settings() as unknown as Readonly<Record<string, string | number | readonly string[] | undefined>>;
const groups = [...new Set(settingDescriptions.map(({ group }) => group))].map(
  (group) => [group, settingDescriptions.filter((setting) => setting.group === group)] as const,
);

/** The default of a setting as its variable has it; empty when there is none. */
const defaultOf = ({ name }: SettingDescription): string => String(defaults[name] ?? '');

/** docs/operating.md with the tables of all settings. */
export function withSettings(page: string): string {
  const tables = groups.map(([group, settings]) => `**${group}**\n\n${table(settings)}\n`);
  const [before, after] = [page.split(BEGIN)[0], page.split(END)[1]];
  return `${before}${BEGIN}\n\n${tables.join('\n')}\n${END}${after}`;
}

function table(settings: readonly SettingDescription[]): string {
  const code = (text: string): string => (text === '' ? '' : `\`${text}\``);
  const cells = settings.map((setting) => [
    code(setting.name),
    code(defaultOf(setting)),
    setting.rule.valid,
    setting.text,
  ]);
  const widths = HEADER.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[], fill = ' '): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  return [line(HEADER), line(['', '', '', ''], '-'), ...cells.map((row) => line(row))].join('\n');
}

/** .env.example: every setting with its default. */
export function environmentExample(): string {
  const lines = groups.map(([group, settings]) =>
    [
      `# ${group}`,
      '',
      ...settings.map(
        (setting) => `# ${setting.text} Valid: ${setting.rule.valid}.\n#${setting.name}=${defaultOf(setting)}\n`,
      ),
    ].join('\n'),
  );
  return `# Settings. Copy this file to .env, remove the # before a setting, and start with: set -a; . ./.env; npm start\n# Written by npm run settings.\n\n${lines.join('\n')}`;
}
