import { pairTexts } from './texts.js';

/** The texts of asking for a token, which come with its panel. */
export const tokenTexts = pairTexts({
  heading: ['Paste an access token to begin', '粘贴访问令牌即可开始'],
  about: [
    'Every request needs a token. It stays in this browser and is never part of a shared link.',
    '所有查询都需要令牌。它只保存在此浏览器中，绝不会出现在您分享的链接里。',
  ],
  refused: [
    'Check that you pasted all of it. It may also have expired or been revoked. Paste a valid token; your query is kept.',
    '请检查令牌是否粘贴完整；它也可能已过期或被撤销。请粘贴有效的令牌，当前查询会保留。',
  ],
  keep: ['Keep it in this browser, also for new tabs', '保存在此浏览器，新标签页也可使用'],
  use: ['Explore', '开始浏览'],
  ask: ['Ask whoever runs this service for a token.', '请向本服务的运维人员索取令牌。'],
  askFor: ['To get a token:', '获取令牌：'],
  offered: ['Replace the token of this tab by that of the link?', '要用链接中的令牌替换本标签页的令牌吗？'],
  replace: ['Use the token of the link', '使用链接中的令牌'],
  keepMine: ['Keep my token', '保留我的令牌'],
});
