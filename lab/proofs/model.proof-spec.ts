import { readFileSync } from 'node:fs';
import { table } from '../../src/cli/terminal/output.js';
import { testApp } from '../../test/support/app.js';
import { assistantOf } from '../../test/support/assistant.js';
import { analystAnswers } from '../../test/support/questions/analyst-answers.js';
import { isAnswer } from '../../test/support/questions/judge-answer.js';
import { languageAnswers } from '../../test/support/questions/language-answers.js';
import { questionWorld } from '../../test/support/questions/question-world.js';
import { type Answered, SCRIPTS } from '../../test/support/questions/scripts.js';
import { seededIndices, sharedSeed } from '../../test/support/shared-indices.js';
import { askModel } from '../model/chat.js';

const { MODEL_URL: url = '', MODEL: name = '', MODEL_KEY: key } = process.env;
const SKILL = readFileSync('skills/commerce-analytics/SKILL.md', 'utf8');
const LANGS = ['en', 'zh', 'es'] as const;

/** Not judged by its sentences: right is a question of which a call answered the figures. */
describe('a model with the tools', () => {
  const world = questionWorld(sharedSeed());
  const expected: readonly (readonly object[])[] = [...analystAnswers(world), ...languageAnswers(world)];
  const service = testApp(() => ({ name: 'model', indices: seededIndices(), config: { mcp: true } }));
  const assistant = assistantOf(service);

  it.each([
    ['without the skill', false],
    ['with the skill', true],
  ])('answers the questions %s', async (title, hasSkill) => {
    const tools = await assistant.tools();
    const system = [assistant.instructions, hasSkill ? SKILL : '', 'The newest day of the data is 2026-06-30.'].join(
      '\n',
    );
    const call = async (tool: string, given: object): Promise<string> => {
      const said = await assistant.call(tool, given).catch((error: unknown) => ({ data: { error: String(error) } }));
      return JSON.stringify(said.data);
    };
    const results: { readonly lang: string; readonly isRight: boolean; readonly calls: number }[] = [];
    for (const [at, { lang, question }] of SCRIPTS.entries()) {
      const { answers } = await askModel({ url, name, key }, { system, text: question, tools, call });
      const isRight = answers.some((answer) => isAnswer(JSON.parse(answer) as Answered, expected[at] ?? []));
      process.stdout.write(`${isRight ? 'right' : 'wrong'}, ${answers.length} calls: ${question}\n`);
      results.push({ lang, isRight, calls: answers.length });
    }
    const rows = LANGS.map((lang) => {
      const own = results.filter((result) => result.lang === lang);
      const calls = own.reduce((sum, result) => sum + result.calls, 0) / own.length;
      return [lang, String(own.length), String(own.filter(({ isRight }) => isRight).length), calls.toFixed(1)];
    });
    process.stdout.write(`${name} ${title}\n${table(['language', 'questions', 'right', 'calls each'], rows)}\n\n`);
    expect(results).toHaveLength(SCRIPTS.length);
  });
});
