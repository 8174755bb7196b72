import type { Lang } from '../model/address.js';

interface LinkWords {
  readonly copy: string;
  readonly about: string;
  readonly shares: (date: string, name: string) => string;
  readonly valid: string;
  readonly days: (count: string) => string;
  readonly file: string;
  readonly address: string;
}

/** The texts of links to exports, which come with the dialog. */
export const LINK_WORDS: Readonly<Record<Lang, LinkWords>> = {
  EN_US: {
    copy: 'Copy link for spreadsheets',
    about: 'A spreadsheet, a BI tool or a script fetches these rows from the link, as they are then.',
    shares: (date, name) =>
      `Anyone who has the link can fetch these rows until ${date}, without a token. It ends earlier when the token “${name}” is revoked.`,
    valid: 'Valid for',
    days: (count) => (count === '1' ? '1 day' : `${count} days`),
    file: 'File',
    address: 'Link',
  },
  ZH_CN: {
    copy: '复制电子表格链接',
    about: '电子表格、BI 工具或脚本可通过此链接获取届时的数据。',
    shares: (date, name) =>
      `在 ${date} 之前，任何持有此链接的人无需令牌即可获取这些数据。令牌“${name}”被撤销后，链接随即失效。`,
    valid: '有效期',
    days: (count) => `${count} 天`,
    file: '文件',
    address: '链接',
  },
};
