import { type Answered, filled, rowsOf, SCRIPTS } from '../support/questions/scripts.js';
import { type StartedQuestions, startQuestions } from '../support/questions/start-questions.js';

describe('assistants', () => {
  let questions: StartedQuestions;
  beforeAll(async () => {
    questions = await startQuestions('questions');
    // A client that knows the tools compares every answer with its output schema.
    await questions.assistant.tools();
  });
  afterAll(() => questions?.close());

  it('have 66 questions in three languages, of at most three calls', () => {
    expect(new Set(SCRIPTS.map(({ question }) => question)).size).toBe(66);
    expect(questions.expected).toHaveLength(66);
    const numberIn = (lang: string) => SCRIPTS.filter((script) => script.lang === lang).length;
    expect(['en', 'zh', 'es'].map(numberIn)).toEqual([47, 10, 9]);
    expect(Math.max(...SCRIPTS.map(({ calls }) => calls.length))).toBeLessThanOrEqual(3);
  });

  it.each(SCRIPTS.map((script, at) => ({ ...script, at })))('learn: $question', async ({ calls, at }) => {
    const answers: unknown[] = [];
    for (const call of calls) {
      for (const [tool, given] of Object.entries(call)) {
        const { isError, data } = await questions.assistant.call(tool, filled(given, answers));
        expect([isError, data]).toEqual([false, expect.anything()]);
        answers.push(data);
      }
    }
    const expected = questions.expected[at] ?? [];
    expect(expected).not.toHaveLength(0);
    expect(expected.flatMap(Object.values)).not.toContain(undefined);
    expect(rowsOf(answers.at(-1) as Answered)).toEqual(expected.map((row) => expect.objectContaining(row) as unknown));
  });
});
