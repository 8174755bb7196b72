import { slackText } from './rules-messages.js';

describe('a message for Slack', () => {
  it('is text with the rows, their figures and a link, in which data is no mark-up', () => {
    const moved = { change: 'moved', id: { uid: '<!here>' }, place: 1, previous_place: 3 } as const;
    const fresh = { change: 'new', id: { uid: 'b' }, place: 2, previous_place: null, row: {}, previous: {} } as const;
    const text = slackText({
      ...{ rule: 'A & <B>', at: '2026-07-01T00:00:00.000Z', data_version: 'e.2', previous_data_version: 'e.1' },
      period: { type: 'day', value: '2026-06-30' },
      previous_period: { from: '2026-06-28', to: '2026-06-29' },
      rows: [{ ...moved, row: { gmv: 20, name: 'x' }, previous: { gmv: 10, name: 'y' } }, fresh],
      more: 1,
      explorer_url: 'https://a.example/explore?view=a&b=1',
    });
    expect(text.split('\n')).toEqual([
      '*A &amp; &lt;B&gt;* (2026-06-30, compared with 2026-06-28 to 2026-06-29)',
      '• moved: &lt;!here&gt;; place 3 → 1; gmv 10 → 20',
      '• new: b; place 2',
      'and 1 more',
      '<https://a.example/explore?view=a&amp;b=1|Open in the explorer>',
    ]);
  });
});
