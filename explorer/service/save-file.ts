/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

type Cell = string | number | null | undefined;

const quoted = (value: Cell): string => {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A CSV file that spreadsheets read as UTF-8. */
export const csvOf = (rows: readonly (readonly Cell[])[]): Blob =>
  new Blob(['\uFEFF', rows.map((row) => row.map(quoted).join(',')).join('\r\n'), '\r\n'], { type: 'text/csv' });

const HEAD_BYTES = 65_536;

/** The same CSV file with other headings. */
export async function withHeadings(file: Blob, headingOf: (name: string) => string): Promise<Blob> {
  const head = await file.slice(0, HEAD_BYTES).text();
  const [line = ''] = head.replace(/^\uFEFF/, '').split('\r\n', 1);
  const isMarked = new Uint8Array(await file.slice(0, 1).arrayBuffer())[0] === 0xef;
  const rest = file.slice(new TextEncoder().encode(line).length + (isMarked ? 3 : 0));
  return new Blob([
    '\uFEFF',
    line
      .split(',')
      .map((name) => quoted(headingOf(name)))
      .join(','),
    rest,
  ]);
}
