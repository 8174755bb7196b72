import { encodedAnswer } from './encoded-answer.js';
import { toLatin1 } from './encoded-data.js';
import { plainAnswer } from './plain-answer.js';
import { readStep } from './search-step.js';

const SORTS = ['[1,null,"x"]', '[-9223372036854775807,null,"a\\"]}]手",7]'];
const hit = (sort: string): string => `{"_id":"1","_source":{"record":{"text":",\\"sort\\":[9]}]"}},"sort":${sort}}`;
const stepOf = (hits: readonly string[], head = ''): string =>
  toLatin1(
    `{${head}"took":1,"timed_out":false,"_shards":{"total":1,"failed":0},"hits":{"max_score":null,"hits":[${hits.join()}]}}`,
  );

describe.each([
  ['cut out', encodedAnswer],
  ['decoded', plainAnswer],
])('a step whose answer is %s', (_, readAnswer) => {
  it.each([1, 7, 100_000])('goes on after its last hit, digit for digit, whatever its pieces: %i', (length) => {
    const text = stepOf(SORTS.map(hit), '"pit_id":"moment==",');
    const chunks = text.match(new RegExp(`.{1,${length}}`, 'gs')) ?? [];
    const { answer, pointInTime, after } = readStep(chunks, readAnswer);
    expect([pointInTime, after]).toEqual(['moment==', SORTS.at(-1)]);
    expect([answer.total, answer.records()]).toEqual([0, Array(2).fill('{"text":",\\"sort\\":[9]}]"}')]);
  });

  it('ends without hits', () => {
    expect(readStep([stepOf([])], readAnswer)).toMatchObject({ pointInTime: undefined, after: undefined });
  });
});
