import { pairTexts } from './texts.js';

/** The texts of links to exports, which come with the dialog. */
export const linkTexts = pairTexts({
  copy: ['Copy link for spreadsheets', '复制电子表格链接'],
  about: [
    'A spreadsheet, a BI tool or a script fetches these rows from the link, as they are then.',
    '电子表格、BI 工具或脚本可通过此链接获取届时的数据。',
  ],
  shares: [
    'Anyone who has the link can fetch these rows until {date}, without a token. It ends earlier when the token “{name}” is revoked.',
    '在 {date} 之前，任何持有此链接的人无需令牌即可获取这些数据。令牌“{name}”被撤销后，链接随即失效。',
  ],
  valid: ['Valid for', '有效期'],
  day: ['1 day', '1 天'],
  days: ['{count} days', '{count} 天'],
  file: ['File', '文件'],
  address: ['Link', '链接'],
});
