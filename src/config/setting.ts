import { isIP } from 'node:net';

/** The values that a setting takes. */
export interface SettingRule {
  /** The valid values, as documents and messages name them. */
  readonly valid: string;
  /** Reads the text of a variable. A text that it can't read stays as it is. */
  read?(text: string): unknown;
  accepts(value: unknown): boolean;
  /** Whether a message leaves the value out, because it may hold a password. */
  readonly secret?: true;
}

export interface SettingDescription {
  readonly name: string;
  readonly group: string;
  readonly text: string;
  readonly rule: SettingRule;
}

const all: SettingDescription[] = [];

export const settingDescriptions: readonly SettingDescription[] = all;

/** Declares a setting of a group: an environment variable of this name, its purpose in the documents, and its values. */
export const settingOf =
  (group: string) =>
  (text: string, rule: SettingRule): PropertyDecorator =>
  (_, property) =>
    void all.push({ name: String(property), group, text, rule });

export const ANY: SettingRule = { valid: 'any text', accepts: () => true };
export const whole = (min: number, max: number): SettingRule => ({
  valid: `a whole number from ${min} to ${max}`,
  read: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : text),
  accepts: (value) => typeof value === 'number' && value >= min && value <= max,
});
export const oneOf = (...choices: readonly string[]): SettingRule => ({
  valid: `one of ${choices.join(', ')}`,
  accepts: (value) => choices.includes(value as string),
});
export const matching = (pattern: RegExp, valid: string): SettingRule => ({
  valid,
  accepts: (value) => pattern.test(String(value)),
});
export const listOf = (valid: string, isItem: (item: string) => boolean): SettingRule => ({
  valid,
  read: itemsOf,
  accepts: (value) => (value as readonly string[]).every(isItem),
});

export function itemsOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

export const isHttpAddress = (address: string): boolean =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

export const isOrigin = (text: string): boolean =>
  text === '*' || (URL.canParse(text) && new URL(text).origin === text);

export function isAddressOrNetwork(text: string): boolean {
  if (text === 'loopback') return true;
  const [address = '', bits, ...others] = text.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    others.length === 0 && longest > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  );
}

/** Number of shards of an index; `auto` derives it from the size of the loaded data. */
export type ShardSetting = number | 'auto';

/** The limit is that of Elasticsearch. */
const shards = whole(1, 1024);

export const SHARDS: SettingRule = {
  valid: `${shards.valid}, or auto`,
  read: (text) => shards.read?.(text),
  accepts: (value) => value === 'auto' || shards.accepts(value),
};
