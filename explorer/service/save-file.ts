import { apiErrorOf } from '../../clients/typescript/src/transport.js';
import type { SentRequest } from '../model/snippets.js';
import { problemOf, transportWith } from './use-answer.js';

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

/** Fetches all rows of a search or a ranking as a file; an export that breaks off is no file. */
export async function fetchExport({ path, body }: SentRequest, token: string) {
  const transport = transportWith(token);
  const deadline = transport.deadline({});
  try {
    const file = await transport.open(path, body, deadline, {}, async (response) => {
      // The first row is there; the others may take as long as they need.
      deadline.pause();
      const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? '';
      if (name === '') throw apiErrorOf(response, await response.text());
      const count = (header: string): number | undefined => {
        const value = response.headers.get(header);
        return value === null ? undefined : Number(value);
      };
      return {
        /** `.csv` or `.ndjson` */
        extension: /\.\w+$/.exec(name)?.[0] ?? '',
        rows: count('X-Total-Count'),
        /** Rows that match; more than `rows` where the service ends exports before. */
        matched: count('X-Matched-Count'),
        content: await response.blob(),
      };
    });
    return { file };
  } catch (error) {
    return { problem: problemOf(error) };
  } finally {
    deadline.end();
  }
}
