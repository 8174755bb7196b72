import { Command } from 'commander';
import { pick, readCount, readSeconds, readSize } from '../pages/options.mjs';
import { SHAPES } from '../pages/shapes.mjs';
import { PEERS } from './registry.mjs';

const NAMES = PEERS.map(({ name }) => name);

/** Reads the command line; prints help and ends the process where that is asked for. */
export function readOptions(parameters) {
  const options = new Command('npm run bench -- peers')
    .description(
      'Measures the API beside what a user could pick instead: the same records, requests, totals, order and page size,\n' +
        'in turn, in one run. Engines and data are kept in .cache from run to run; the first run loads them.',
    )
    .option('--size <records>', 'products and videos in the set, such as 100k or 1m', readSize, 100_000)
    .option('--peers <list>', `which, of ${NAMES.join(',')}`, (text) => pick(text.split(','), NAMES), NAMES)
    .option('--shapes <text>', 'only the shapes whose name holds one of these, separated by commas', '')
    .option(
      '--connections <list>',
      'connections at once, for the mix',
      (text) => text.split(',').map(readCount),
      [1, 8, 32],
    )
    .option('--seconds <seconds>', 'how long a measurement takes', readSeconds, 2)
    .option('--rounds <count>', 'how often each is repeated; medians count', readCount, 3)
    .option('--compared <count>', 'answers of each shape that are held against each other', readCount, 30)
    .option('--json <file>', 'where the figures are written', '.cache/bench/peers.json')
    .option('--report <file>', 'where the tables are written as Markdown', '.cache/bench/peers.md')
    .option('--picture <file>', 'where the picture is written', '.cache/bench/peers.svg')
    .option('--elasticsearch <url>', 'uses this cluster instead of a node of its own')
    .parse(parameters, { from: 'user' })
    .opts();
  const shapes = SHAPES.filter(({ name }) => options.shapes.split(',').some((part) => name.includes(part.trim())));
  if (shapes.length === 0)
    throw new Error(`No shape is named so; there are:\n${SHAPES.map(({ name }) => name).join('\n')}`);
  return { ...options, shapes };
}
