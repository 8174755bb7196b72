import { pairTexts } from '../texts/texts.js';

/** The texts that only the view has. */
export const viewTexts = pairTexts({
  openExplorer: ['Open in the explorer', '在数据浏览页中打开'],
  askAbout: ['Ask about', '询问'],
  askHistory: ['Its history', '历史走势'],
  askSales: ['What made its sales', '销售来源'],
  askRecords: ['Its records', '相关记录'],
  sayHistory: ['Show the history of {name} ({field} {id}).', '请显示{name}（{field} {id}）的历史走势。'],
  saySales: [
    'What made the sales of {name} ({field} {id}) in {period}?',
    '{name}（{field} {id}）在 {period} 的销售来自哪里？',
  ],
  sayRecords: ['Show {of} with {field} {name} ({id}).', '请显示{field}为{name}（{id}）的 {of}。'],
  asked: ['The question is in the conversation.', '问题已发送到对话中。'],
  refused: ['This can’t be opened or asked here.', '此处无法打开或询问。'],
  cancelled: ['The call was cancelled.', '调用已取消。'],
  firstOf: ['first {count} of {all}', '{all} 项中的前 {count} 项'],
});

export type ViewTexts = ReturnType<typeof viewTexts>;
