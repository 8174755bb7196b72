import { readFile, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Each reads lines of a kind (`p`, `v`) and a text in Base64, and prints for each pattern which values it fits. */
const ENGINES = {
  'Python’s re': {
    command: ['python3'],
    file: 'fits.py',
    source: `
import base64, re, sys
given = {"p": [], "v": []}
for line in sys.stdin:
    kind, _, text = line.strip().partition(" ")
    given[kind].append(base64.b64decode(text).decode())
for pattern in given["p"]:
    compiled = re.compile(pattern)
    print("".join("1" if compiled.search(value) else "0" for value in given["v"]))
`,
  },
  'Go’s regexp': {
    command: ['go', 'run'],
    file: 'fits.go',
    source: `package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"regexp"
)

func main() {
	given := map[byte][]string{}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		text, err := base64.StdEncoding.DecodeString(lines.Text()[2:])
		if err != nil {
			panic(err)
		}
		kind := lines.Text()[0]
		given[kind] = append(given[kind], string(text))
	}
	for _, pattern := range given['p'] {
		compiled := regexp.MustCompile(pattern)
		for _, value := range given['v'] {
			if compiled.MatchString(value) {
				fmt.Print("1")
			} else {
				fmt.Print("0")
			}
		}
		fmt.Println()
	}
}
`,
  },
  'Java’s Pattern': {
    command: ['java'],
    file: 'Fits.java',
    source: `
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.Pattern;

class Fits {
  public static void main(String[] arguments) {
    Map<Character, List<String>> given = Map.of('p', new ArrayList<>(), 'v', new ArrayList<>());
    for (Scanner lines = new Scanner(System.in); lines.hasNextLine(); ) {
      String line = lines.nextLine();
      byte[] text = Base64.getDecoder().decode(line.substring(2));
      given.get(line.charAt(0)).add(new String(text, StandardCharsets.UTF_8));
    }
    for (String pattern : given.get('p')) {
      StringBuilder fits = new StringBuilder();
      for (String value : given.get('v')) fits.append(Pattern.compile(pattern).matcher(value).find() ? '1' : '0');
      System.out.println(fits);
    }
  }
}
`,
  },
  'Perl, whose are PCRE’s': {
    command: ['perl'],
    file: 'fits.pl',
    source: `
use MIME::Base64;
my %given;
while (<STDIN>) {
  my ($kind, $text) = /^(\\w) (\\S*)/;
  my $decoded = decode_base64($text);
  utf8::decode($decoded);
  push @{$given{$kind}}, $decoded;
}
for my $pattern (@{$given{p}}) {
  print map { /$pattern/ ? 1 : 0 } @{$given{v}};
  print "\\n";
}
`,
  },
};

/** Every regular expression of a document. */
function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    name === 'pattern' && typeof one === 'string' ? [one] : patternsIn(one),
  );
}

/**
 * Each sign below U+10000 within an id and around one, but half surrogates, and what else ids and periods can be.
 * No period ends with a line feed: before that, "$" fits too in Python, Java and PCRE, and nothing else is known to all.
 */
function valuesToTry(): string[] {
  const signs = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((one) =>
    one.isWellFormed(),
  );
  const ids = [
    '',
    '7',
    '店铺',
    '😀',
    '😀'.repeat(50),
    'a'.repeat(100),
    'a'.repeat(101),
    ' a ',
    'a b',
    'a\r\nb',
    '\u2028a',
  ];
  const days = ['2026-06-01', '2026-6-1', '2026-06', '2026-W05', '2026-05', '2026-06-01~2026-06-30', 'last', 'lasts'];
  const following = ['28d', '0d', '28D', 'last-27d', 'last-0d', 'last-27d~last', '2026-06-01~last', 'last~last-d'];
  const others = [
    '２０２６-０６',
    '٢٠٢٦-٠٦',
    ' 2026-06',
    '2026-06 ',
    '2026-06-01~',
    '12026-06-01',
    '2026-06-011',
    'x last',
  ];
  const page = 'https://shop.example/p/1';
  const addresses = [
    ...[
      page,
      `HTTP://a.example`,
      `${page}?a=1,2`,
      `${page} x`,
      `${page}\u200b`,
      `${page}/口红`,
      'https://',
      'ftp://a.example',
    ],
    ...[99, 100, 101, 499, 500, 501].flatMap((length) => [page.padEnd(length, 'x'), 'http://'.padEnd(length, 'x')]),
  ];
  return [
    ...ids,
    ...addresses,
    ...days,
    ...following,
    ...others,
    ...signs.map((sign) => `a${sign}b`),
    ...signs.map((sign) => `${sign}a`),
  ];
}

describe('the patterns of the OpenAPI document', () => {
  let patterns: string[];
  let values: string[];
  let expected: string[];
  const folder = temporaryFolder('patterns');

  beforeAll(async () => {
    const document: unknown = JSON.parse(await readFile(join(PROJECT_DIR, 'docs', 'openapi.json'), 'utf8'));
    patterns = [...new Set(patternsIn(document))];
    values = valuesToTry();
    expected = patterns.map((pattern) => fitsOf(new RegExp(pattern, 'u')));
  });

  const fitsOf = (pattern: RegExp): string => values.map((value) => Number(pattern.test(value))).join('');
  const fitting = (fits: string): string[] => values.filter((_, at) => fits[at] === '1');

  it('fit some values and not others', () => {
    expect(patterns.length).toBeGreaterThanOrEqual(8);
    for (const fits of expected) expect(fits).toMatch(/(?=.*0).*1/);
  });

  it('are the same without the flag u', () => {
    expect(patterns.map((pattern) => fitsOf(new RegExp(pattern)))).toEqual(expected);
  });

  for (const [engine, { command, file, source }] of Object.entries(ENGINES)) {
    const [program = '', ...parameters] = command;
    const isHere = spawnSync(program, [program === 'go' ? 'version' : '--version']).status === 0;
    if (!isHere) process.stderr.write(`Skipped: ${program} is not installed, by which patterns are compiled.\n`);
    (isHere ? it : it.skip)(`are the same to ${engine}`, async () => {
      await writeFile(join(folder, file), source);
      const line = (kind: string, text: string): string => `${kind} ${Buffer.from(text).toString('base64')}\n`;
      const { stdout, stderr, status } = spawnSync(program, [...parameters, join(folder, file)], {
        input: [...patterns.map((text) => line('p', text)), ...values.map((text) => line('v', text))].join(''),
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const found = stdout.trimEnd().split('\n');
      expect(found).toHaveLength(patterns.length);
      for (const [at, pattern] of patterns.entries()) {
        if (found[at] !== expected[at]) {
          expect({ pattern, fitting: fitting(found[at] ?? '') }).toEqual({
            pattern,
            fitting: fitting(expected[at] ?? ''),
          });
        }
      }
    });
  }
});
