import { plainName } from '../common/id.js';
import { tagsIn } from './tags.js';

describe('the tags of a text', () => {
  it.each([
    [null, []],
    ['no tag, # alone, 50% #', []],
    ['#Skincare and #MAKEUP_2026, #skincare again', ['skincare', 'makeup_2026']],
    ['＃ｆｕｌｌ #Straße #one#two', ['full', 'straße', 'one', 'two']],
    ['#งานดี #スキンケア #ｽｷﾝｹｱ #护肤 #ألوان #हिन्दी', ['งานดี', 'スキンケア', '护肤', 'ألوان', 'हिन्दी']],
    ['#J\u030C', ['\u01F0']],
    [`#${'x'.repeat(101)} #${'y'.repeat(100)}`, ['y'.repeat(100)]],
  ])('of %j are %j', (text, tags) => {
    expect(tagsIn(text)).toEqual(tags);
    expect(tags.map((tag) => plainName(`#${tag}`, '#'))).toEqual(tags);
  });

  it('are at most 30', () => {
    const text = Array.from({ length: 40 }, (_, at) => `#t${at} #T${at}`).join(' ');
    expect(tagsIn(text)).toEqual(Array.from({ length: 30 }, (_, at) => `t${at}`));
  });
});
