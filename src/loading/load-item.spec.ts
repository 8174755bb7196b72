import { perLine, Remarks } from './load-item.js';

it('counts each remark, with its first example', () => {
  const remarks = new Remarks();
  for (let line = 1; line <= 1200; line += 1) remarks.add('texts were read as numbers', `gmv "${line}"`, at(line));
  remarks.add('ids were cleaned', 'uid "7 "', at(9));
  expect(remarks.describe()).toEqual([
    'Texts were read as numbers: 1,200, such as gmv "1" (a.ndjson:1).',
    'Ids were cleaned: 1, such as uid "7 " (a.ndjson:9).',
  ]);
});

const at = (line: number) => ({ file: 'a.ndjson', line, text: '' });

it('makes a reason of what the check of a line throws', () => {
  const { reasons } = perLine<{ reasons?: readonly string[] }>(() => {
    throw new RangeError(`Maximum call stack size exceeded${'!'.repeat(1000)}`);
  });
  expect(reasons).toEqual([`The line can’t be read: Maximum call stack size exceeded${'!'.repeat(68)}….`]);
  expect(perLine(() => 5)).toBe(5);
});
