/** The path and body of a request. */
export interface SentRequest {
  readonly path: string;
  readonly body: object;
}

/** Writes a request as code in each language. The code reads the token from COMMERCE_ANALYTICS_TOKEN. */
const WRITERS = {
  curl: (url: string, body: object) => [
    `curl -s ${url} \\`,
    `  -H "Authorization: Bearer $COMMERCE_ANALYTICS_TOKEN" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`,
  ],
  TypeScript: (url: string, body: object) => [
    `const response = await fetch('${url}', {`,
    `  method: 'POST',`,
    `  headers: {`,
    '    Authorization: `Bearer ${process.env.COMMERCE_ANALYTICS_TOKEN}`,',
    `    'Content-Type': 'application/json',`,
    `  },`,
    `  body: JSON.stringify(${indent(JSON.stringify(body, null, 2), '  ')}),`,
    `});`,
    `const { code, data, message } = await response.json();`,
    `if (code !== 0) throw new Error(message);`,
    `console.log(data.list);`,
  ],
  Python: (url: string, body: object) => [
    `import json, os, urllib.request`,
    ``,
    `request = urllib.request.Request(`,
    `    "${url}",`,
    `    data=json.dumps(${indent(toPython(body), '    ')}).encode(),`,
    `    headers={`,
    `        "Authorization": f"Bearer {os.environ['COMMERCE_ANALYTICS_TOKEN']}",`,
    `        "Content-Type": "application/json",`,
    `    },`,
    `)`,
    `with urllib.request.urlopen(request) as response:`,
    `    data = json.load(response)["data"]`,
    `print(data["list"])`,
  ],
};
type SnippetLanguage = keyof typeof WRITERS;
export const SNIPPET_LANGUAGES = Object.keys(WRITERS) as SnippetLanguage[];

/** @param base address of the service */
export const snippetOf = (language: SnippetLanguage, base: string, { path, body }: SentRequest): string =>
  WRITERS[language](`${base}${path}`, body).join('\n');

const indent = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

/** A literal of Python; JSON's differs in three words. */
function toPython(value: unknown): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null || value === undefined) return 'None';
  if (Array.isArray(value)) return `[${value.map(toPython).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${toPython(inner)}`);
  return `{${entries.join(', ')}}`;
}
