import type { SentRequest } from '../model/snippets.js';
import type { Problem } from './ask.js';
import { post, problemOfResponse, UNREACHABLE } from './ask.js';

/** A file of rows, by the name that the service gives it. */
export interface ExportedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Fetches all rows of a search or a board as a file; an export that breaks off is no file. */
export async function fetchExport(
  request: SentRequest,
  token: string,
): Promise<{ readonly file: ExportedFile } | { readonly problem: Problem }> {
  try {
    const response = await post(request, token);
    if (!response.ok) return { problem: await problemOfResponse(response) };
    const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'export';
    return { file: { name, content: await response.blob() } };
  } catch {
    return { problem: UNREACHABLE };
  }
}
