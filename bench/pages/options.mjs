import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { SHAPES } from './shapes.mjs';

/** The parts of a run; each gives some of the goals their figures. */
export const PARTS = ['table', 'mix', 'repeated', 'growth', 'pages', 'periods', 'builds'];

/** Reads the command line; prints help and ends the process where that is asked for. */
export function readOptions(parameters) {
  const program = new Command('npm run bench -- pages')
    .description(
      'Measures what a page costs: the API against Elasticsearch sent the same compiled bodies, in turn, in one run.\n' +
        'It has a node and data of its own, kept in .cache from run to run; the first run loads them.',
    )
    .option('--size <records>', 'products and videos in the set that is measured, such as 100k or 1m', readSize)
    .option('--sizes <list>', 'sets for the growth of the cost', (text) => text.split(',').map(readSize))
    .option('--parts <list>', `which parts to run, of ${PARTS.join(',')}`, (text) => pick(text.split(','), PARTS))
    .option('--shapes <text>', 'only the shapes whose name holds one of these, separated by commas')
    .option('--connections <list>', 'connections at once', (text) => text.split(',').map(readCount), [1, 8, 32])
    .option('--seconds <seconds>', 'how long a measurement takes', readSeconds)
    .option('--rounds <count>', 'how often each is repeated; medians count', readCount)
    .option('--quick', 'a few minutes instead of half an hour: few shapes, the small set', false)
    .option('--json <file>', 'where the figures are written', '.cache/bench/pages.json')
    .option('--report <file>', 'where the tables are written as Markdown', '.cache/bench/pages.md')
    .option(
      '--builds <list>',
      'for the part builds: NAME=CHECKOUT, each built, held against this one; one may have Node options: NAME=CHECKOUT@--flag',
      (text) => text.split(',').map(readBuild),
      [],
    )
    .option('--compare <files...>', 'holds two files of figures against each other and measures nothing')
    .option('--elasticsearch <url>', 'uses this cluster instead of a node of its own; its CPU is not known then')
    .option('--profile <folder>', 'writes a CPU profile of the API at its end');
  const options = program.parse(parameters, { from: 'user' }).opts();
  const { quick } = options;
  const size = options.size ?? (quick ? 100_000 : 1_000_000);
  const shapes = SHAPES.filter(
    ({ name, quick: inQuick }) =>
      (!quick || inQuick) && (options.shapes ?? '').split(',').some((part) => name.includes(part.trim())),
  );
  if (shapes.length === 0)
    program.error(`No shape is named so; there are:\n${SHAPES.map(({ name }) => name).join('\n')}`);
  return {
    ...options,
    size,
    shapes,
    sizes: options.sizes ?? (quick ? [size] : [100_000, 1_000_000, 3_000_000]),
    parts: options.parts ?? (quick ? ['table', 'mix', 'repeated', 'pages'] : PARTS.filter((part) => part !== 'builds')),
    seconds: options.seconds ?? (quick ? 0.25 : 0.4),
    rounds: options.rounds ?? (quick ? 2 : 3),
  };
}

/** `100k`, `1m` or digits. */
export function readSize(text) {
  const match = /^(\d+(?:\.\d+)?)(k|m)?$/i.exec(text.trim());
  const size = match === null ? NaN : Number(match[1]) * ({ k: 1e3, m: 1e6 }[match[2]?.toLowerCase()] ?? 1);
  if (!(size >= 1000)) throw new InvalidArgumentError('It is a number of at least 1,000, such as 100k or 1m.');
  return Math.round(size);
}

/** `name=folder`, or `name=folder@flag@flag` for a process with more options of Node. */
function readBuild(text) {
  const [, name, folder, flags] = /^([^=]+)=([^@]+)(?:@(.*))?$/.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('A build is written NAME=CHECKOUT.');
  return { name, projectDir: resolve(folder), nodeOptions: flags?.split('@') ?? [] };
}

export function readCount(text) {
  if (!/^[1-9]\d{0,3}$/.test(text.trim())) throw new InvalidArgumentError('It is a whole number from 1.');
  return Number(text);
}

export function readSeconds(text) {
  const seconds = Number(text);
  if (!(seconds >= 0.01 && seconds <= 600))
    throw new InvalidArgumentError('It is a number of seconds from 0.01 to 600.');
  return seconds;
}

export function pick(given, valid) {
  const unknown = given.filter((item) => !valid.includes(item));
  if (unknown.length > 0) throw new InvalidArgumentError(`"${unknown.join()}" is not among ${valid.join(', ')}.`);
  return given;
}
