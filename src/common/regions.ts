import { memoize } from './memoize.js';
import type { Lang } from './lang.js';

/** The regions (docs/api.md, "Requests"). Prices of a region have its locale and currency ("Records"), its clock that of most of its people. */
export const REGIONS = {
  US: { locale: 'en-US', currency: 'USD', zone: 'America/New_York' },
  GB: { locale: 'en-GB', currency: 'GBP', zone: 'Europe/London' },
  MX: { locale: 'es-MX', currency: 'MXN', zone: 'America/Mexico_City' },
  ES: { locale: 'es-ES', currency: 'EUR', zone: 'Europe/Madrid' },
  DE: { locale: 'de-DE', currency: 'EUR', zone: 'Europe/Berlin' },
  IT: { locale: 'it-IT', currency: 'EUR', zone: 'Europe/Rome' },
  FR: { locale: 'fr-FR', currency: 'EUR', zone: 'Europe/Paris' },
  PT: { locale: 'pt-PT', currency: 'EUR', zone: 'Europe/Lisbon' },
  NL: { locale: 'nl-NL', currency: 'EUR', zone: 'Europe/Amsterdam' },
  BE: { locale: 'nl-BE', currency: 'EUR', zone: 'Europe/Brussels' },
  AT: { locale: 'de-AT', currency: 'EUR', zone: 'Europe/Vienna' },
  PL: { locale: 'pl-PL', currency: 'PLN', zone: 'Europe/Warsaw' },
  ID: { locale: 'id-ID', currency: 'IDR', zone: 'Asia/Jakarta' },
  VN: { locale: 'vi-VN', currency: 'VND', zone: 'Asia/Ho_Chi_Minh' },
  MY: { locale: 'ms-MY', currency: 'MYR', zone: 'Asia/Kuala_Lumpur' },
  TH: { locale: 'th-TH', currency: 'THB', zone: 'Asia/Bangkok' },
  PH: { locale: 'en-PH', currency: 'PHP', zone: 'Asia/Manila' },
  BR: { locale: 'pt-BR', currency: 'BRL', zone: 'America/Sao_Paulo' },
  JP: { locale: 'ja-JP', currency: 'JPY', zone: 'Asia/Tokyo' },
  SG: { locale: 'en-SG', currency: 'SGD', zone: 'Asia/Singapore' },
} as const;

export type Region = keyof typeof REGIONS;

export const REGION_CODES = Object.keys(REGIONS) as readonly Region[];

export const CURRENCIES = [...new Set(Object.values(REGIONS).map(({ currency }) => currency))];

/** The currency of a region; null of another one. */
export const currencyOf = (region: string | null): string | null =>
  region !== null && isRegion(region) ? REGIONS[region].currency : null;

const clockOf = memoize(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', hour: 'numeric', weekday: 'short' }),
);
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The hour, 0 to 23, and the weekday, from 1 for Monday, of a moment on the clock of its market; null where one is unknown. */
export function marketClock(region: string | null, seconds: number | null) {
  if (region === null || seconds === null || !isRegion(region)) return { hour: null, weekday: null };
  const parts = clockOf(REGIONS[region].zone).formatToParts(seconds * 1000);
  const partOf = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? '';
  return { hour: Number(partOf('hour')), weekday: WEEKDAYS.indexOf(partOf('weekday')) + 1 };
}

/** Swedish dates are written YYYY-MM-DD. */
const calendarOf = memoize((timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }));

/** The day, YYYY-MM-DD, of a moment on the clock of a region; in UTC where it has none. Null without a moment. */
export function marketDay(region: string | null, seconds: number | null): string | null {
  if (seconds === null) return null;
  const zone = region !== null && isRegion(region) ? REGIONS[region].zone : 'UTC';
  return calendarOf(zone).format(seconds * 1000);
}

/** Signs that people write and no locale has, behind their currency. */
const OTHER_SIGNS = ['IDR rp. rupiah', 'PHP p', 'PLN zl', 'SGD s$', 'THB บาท', 'VND đ vnđ đồng'].map((one) =>
  one.split(' '),
);

/** The signs and names of a currency in Chinese and the languages of the regions, in lower case. */
export const currencySigns = memoize((currency: string): ReadonlySet<string> => {
  const signs = [...Object.values(REGIONS), { locale: 'zh-CN' }].flatMap(({ locale }) =>
    (['symbol', 'narrowSymbol', 'code', 'name'] as const).flatMap((currencyDisplay) => {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay });
      return [1, 2].flatMap((amount) => format.formatToParts(amount).filter(({ type }) => type === 'currency'));
    }),
  );
  const [, ...others] = OTHER_SIGNS.find(([code]) => code === currency) ?? [];
  return new Set([...signs.map(({ value }) => value.toLowerCase()), ...others]);
});

/** Whether `code` is one of the 20 region codes. */
export function isRegion(code: string): code is Region {
  return Object.hasOwn(REGIONS, code);
}

const WHOLE_PRICES: ReadonlySet<Region> = new Set(['ID', 'VN', 'JP']);

/** Decimals of a price. They are fixed here, because releases of Node differ for IDR. */
export const priceDecimals = (region: Region): 0 | 2 => (WHOLE_PRICES.has(region) ? 0 : 2);

const priceFormat = memoize((region: Region) => {
  const { locale, currency } = REGIONS[region];
  const digits = priceDecimals(region);
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...options });
});

/** Formats an amount in the region's currency and style, with ordinary spaces: `12,50 €`. */
export const formatPrice = (amount: number, region: Region): string =>
  priceFormat(region).format(amount).replace(/\s/gu, ' ');

export const LOCALES: Readonly<Record<Lang, string>> = { EN_US: 'en-US', ZH_CN: 'zh-CN' };

const regionNames = memoize((lang: Lang) => new Intl.DisplayNames(LOCALES[lang], { type: 'region', fallback: 'code' }));

/** Returns the name of a region in a language, or its code when it has no name. */
export const regionName = (code: string, lang: Lang): string => regionNames(lang).of(code) ?? code;
