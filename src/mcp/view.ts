import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tool as ToolDescription } from '@modelcontextprotocol/server';
import type { JsonObject } from '../common/json-object.js';
import { PROJECT_DIR } from '../config/project-dir.js';
import { TOOLS } from './tools.js';

const EXTENSION = 'io.modelcontextprotocol/ui';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const FILE = join(PROJECT_DIR, 'dist', 'view.html');

/** The page in which hosts show answers (MCP Apps, revision 2026-01-26). */
export const VIEW = {
  uri: 'ui://commerce-analytics/view',
  name: 'view',
  description: 'Shows answers as a table, curves, bars or a heat map',
  mimeType: 'text/html;profile=mcp-app',
} as const;

/** A tool with the page, where that shows its answers. */
export const withView = (tool: ToolDescription): ToolDescription =>
  TOOLS.some(({ name, isViewed }) => isViewed && name === tool.name)
    ? { ...tool, _meta: { ui: { resourceUri: VIEW.uri } } }
    : tool;

/** The page; it may ask no origin for anything. */
export const readView = async () => ({
  uri: VIEW.uri,
  mimeType: VIEW.mimeType,
  text: await readFile(FILE, 'utf8'),
  _meta: { ui: { csp: {}, prefersBorder: true } },
});

/** The value below these names; undefined where a message has none. */
const valueBelow = (message: unknown, ...names: readonly string[]): unknown =>
  names.reduce((value, name) => (value as JsonObject | null | undefined)?.[name], message);

const SESSION = 'view-';

/**
 * Whether the client of a message shows pages: the first message of a client of revision 2025-11-25 says so, or each of a
 * later revision. @param session its session, which repeats what its first message said
 */
export function showsViews(message: unknown, session: unknown): boolean {
  const showsPages = [['capabilities'], ['_meta', CAPABILITIES]].some((names) => {
    const types = valueBelow(message, 'params', ...names, 'extensions', EXTENSION, 'mimeTypes');
    return Array.isArray(types) && types.includes(VIEW.mimeType);
  });
  return showsPages || `${session as string}`.startsWith(SESSION);
}

/** The session of a client that shows pages, in the answer to its first message; nothing is kept of it. */
export const sessionFor = (message: unknown): string | undefined =>
  valueBelow(message, 'method') === 'initialize' ? `${SESSION}${randomUUID()}` : undefined;
