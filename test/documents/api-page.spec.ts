import { readFileSync } from 'node:fs';
import { ErrorCode } from '../../src/common/errors/error-code.js';
import { withErrors, withFacets } from '../../dev/documents/tables.js';
import { OPEN_API, requestNameOf } from '../support/open-api.js';

const page = readFileSync('docs/api.md', 'utf8');

/** Rows of a section's first table, cells apart, without head and rule. */
function tableOf(section: string): string[][] {
  const [, text = ''] = page.split(`\n## ${section}\n`);
  const lines = text.split('\n## ')[0]?.split('\n') ?? [];
  const first = lines.findIndex((line) => line.startsWith('|'));
  const after = lines.findIndex((line, at) => at > first && !line.startsWith('|'));
  const rows = first === -1 ? [] : lines.slice(first, after === -1 ? undefined : after);
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('docs/api.md', () => {
  it('lists every code with every status it comes with', () => {
    const told = tableOf('Envelope').map(([code, status]) => `${code} ${status}`);
    const documented = Object.values(OPEN_API.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ responses }) =>
        Object.entries(responses).flatMap(([status, { description }]) =>
          // 304 has no envelope.
          (status === '304' ? [] : (description.match(/\d{5}/g) ?? ['0'])).map((code) => `${code} ${status}`),
        ),
      ),
    );
    expect([...new Set([...documented, '10001 405', '20001 404'])].sort()).toEqual([...told].sort());
    const codes = new Set(told.map((row) => row.split(' ')[0]));
    expect([...codes].sort()).toEqual(['0', ...Object.values(ErrorCode).map(String)].sort());
  });

  it('has the table of errors that `npm run settings` writes', () => {
    expect(page).toBe(withErrors(page));
    expect(page).toMatch(/^\| `page_window` +\| `page \* pagesize` above the operation's limit +\| `limit` +\|$/m);
  });

  it('lists the facets that the filters declare: `npm run openapi` writes them anew', async () => {
    expect(page).toBe(await withFacets(page));
    expect(page).toMatch(/^\| videos .*`is_ecommerce`.*\| `create_time_range` +\| .*`play_count_range`/m);
  });

  it('lists every operation with its scope, what it requires and its window', () => {
    const rows = tableOf('Operations').flatMap(([paths = '', ...rest]) =>
      paths.split(', ').map((path) => [path.replaceAll('`', ''), ...rest]),
    );
    const documented = Object.entries(OPEN_API.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { description, parameters = [], requestBody, 'x-rules': rules }]) => {
        const [, scopes = 'any'] = /scope (`\w+`(?: and `\w+`)*)/.exec(description) ?? [];
        const scope = scopes.replaceAll('`', '').replaceAll(' and ', ', ');
        const window = rules.find(({ name }) => name === 'page_window')?.limit ?? 'not paged';
        const schema = requestNameOf({ requestBody });
        const fields = Object.keys(OPEN_API.components.schemas[schema]?.properties ?? {});
        const hasLang = [...fields, ...parameters.map(({ name }) => name)].includes('lang');
        const requiredOf = (name: string): string[] =>
          (OPEN_API.components.schemas[name]?.required as string[] | undefined) ?? [];
        const filter = schema.replace(/(?:Search|Facets|Export)?Request$/, 'Filter');
        const required = [...requiredOf(schema).filter((field) => field !== 'filter'), ...requiredOf(filter)];
        const needed = required.map((field) => `\`${field}\``).join(', ');
        return [`${method.toUpperCase()} ${path}`, scope, needed, String(window), hasLang ? 'yes' : 'no'];
      }),
    );
    expect([...rows].sort()).toEqual([...documented].sort());
  });
});
