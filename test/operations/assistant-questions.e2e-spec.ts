import { testApp } from '../support/app.js';
import { assistantOf } from '../support/assistant.js';
import { analystAnswers } from '../support/questions/analyst-answers.js';
import { languageAnswers } from '../support/questions/language-answers.js';
import { questionWorld } from '../support/questions/question-world.js';
import { type Answered, filled, rowsOf, SCRIPTS } from '../support/questions/scripts.js';
import { seededIndices, sharedSeed } from '../support/shared-indices.js';

describe('assistants', () => {
  let expected: readonly (readonly object[])[];
  const service = testApp(() => {
    // Before a connection is open, which would be closed meanwhile.
    const world = questionWorld(sharedSeed());
    expected = [...analystAnswers(world), ...languageAnswers(world)];
    return { name: 'questions', indices: seededIndices(), config: { mcp: true } };
  });
  const assistant = assistantOf(service);

  it('have 66 questions in three languages, of at most three calls', () => {
    expect(new Set(SCRIPTS.map(({ question }) => question)).size).toBe(66);
    expect(expected).toHaveLength(66);
    const numberIn = (lang: string) => SCRIPTS.filter((script) => script.lang === lang).length;
    expect(['en', 'zh', 'es'].map(numberIn)).toEqual([47, 10, 9]);
    expect(Math.max(...SCRIPTS.map(({ calls }) => calls.length))).toBeLessThanOrEqual(3);
  });

  it.each(SCRIPTS.map((script, at) => ({ ...script, at })))('learn: $question', async ({ calls, at }) => {
    const answers: unknown[] = [];
    for (const call of calls) {
      for (const [tool, given] of Object.entries(call)) {
        const { isError, data } = await assistant.call(tool, filled(given, answers));
        expect([isError, data]).toEqual([false, expect.anything()]);
        answers.push(data);
      }
    }
    expect(expected[at]).not.toHaveLength(0);
    expect((expected[at] ?? []).flatMap(Object.values)).not.toContain(undefined);
    expect(rowsOf(answers.at(-1) as Answered)).toEqual(
      (expected[at] ?? []).map((row) => expect.objectContaining(row) as unknown),
    );
  });
});
