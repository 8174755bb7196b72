import { pageCompleteness } from './tool-answers.js';

const list = Array.from({ length: 20 }, () => ({}));

describe('what a page of an assistant leaves out', () => {
  it.each([
    [{ list, total: 5000 }, 250, 'Records 4981 to 5000 of 5000. There are no more.'],
    [
      { list, total: 12_000 },
      250,
      'Records 4981 to 5000 of 12000. There are more, but pages reach only the first 5000: narrow the filter.',
    ],
    [{ list, total: 12_000 }, 249, 'Records 4961 to 4980 of 12000. Page 250 has more.'],
    [
      { list, has_more: 0 },
      250,
      'Records 4981 to 5000. There may be more, but pages reach only the first 5000: narrow the filter.',
    ],
    [{ list, has_more: 0 }, 249, 'Records 4961 to 4980. There are no more.'],
    [{ list, has_more: 1 }, 249, 'Records 4961 to 4980. Page 250 has more.'],
    [{ list: list.slice(1), has_more: 0 }, 250, 'Records 4981 to 4999. There are no more.'],
  ])('of %j at page %d', (data, page, sentence) => {
    expect(pageCompleteness(data, { page, pagesize: 20 }, 5000)).toBe(sentence);
  });
});
