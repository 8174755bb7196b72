import type { Board } from './board.js';
import { BuildPlan } from './build-plan.js';

const board = (ranking: Board['ranking'], type: 'day' | 'week' | 'month', value: string): Board => ({
  ranking,
  period: { type, value },
});

describe('the facts that a build reads', () => {
  it('are the days of its boards and of those they are compared with, each once', () => {
    const plan = new BuildPlan(
      [
        board('topEcommerce', 'month', '2024-02'),
        board('topEcommerce', 'week', '2024-09'),
        board('topEcommerce', 'day', '2024-03-04'),
        board('topEcommerce', 'day', '2024-03-07'),
        board('topGrowth', 'day', '2024-01-31'),
      ],
      'b1',
    );
    expect(plan.salesDays()).toEqual([
      { from: '2024-01-01', to: '2024-03-04' },
      { from: '2024-03-06', to: '2024-03-07' },
    ]);
    expect(plan.creatorDayDays()).toEqual([
      { from: '2024-01-01', to: '2024-03-04' },
      { from: '2024-03-06', to: '2024-03-07' },
    ]);
  });

  it('are read as one range when they lie in more pieces than a query takes', () => {
    const day = (at: number) => new Date(Date.UTC(2020, 0, 1 + 3 * at)).toISOString().slice(0, 10);
    const boards = Array.from({ length: 501 }, (_, at) => board('topEcommerce', 'day', day(at)));
    expect(new BuildPlan(boards, 'b1').salesDays()).toEqual([{ from: '2019-12-31', to: day(500) }]);
    expect(new BuildPlan(boards.slice(1), 'b1').salesDays()).toHaveLength(500);
  });
});
