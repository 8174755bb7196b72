import { startTestApp } from '../app.js';
import { Assistant } from '../assistant.js';
import { seededIndices, sharedSeed } from '../shared-indices.js';
import { analystAnswers } from './analyst-answers.js';
import { languageAnswers } from './language-answers.js';
import { questionWorld } from './question-world.js';

export type StartedQuestions = Awaited<ReturnType<typeof startQuestions>>;

/** An assistant of a service over the seed, and the rows that answer each question. */
export async function startQuestions(name: string) {
  // Before a connection is open, which would be closed meanwhile.
  const world = questionWorld(sharedSeed());
  const expected: readonly (readonly object[])[] = [...analystAnswers(world), ...languageAnswers(world)];
  const service = await startTestApp({ name, indices: seededIndices(), config: { mcp: true } });
  const assistant = await Assistant.connect(service.url, service.token);
  const close = async (): Promise<void> => {
    await assistant.close();
    await service.close();
  };
  return { assistant, service, world, expected, close };
}
