import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tool as ToolDescription } from '@modelcontextprotocol/server';
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

interface Capabilities {
  readonly extensions?: Readonly<Record<string, { readonly mimeTypes?: unknown } | null>>;
}

/** What a message says of its client: the first of a client of revision 2025-11-25, or each of a later revision. */
interface Message {
  readonly method?: unknown;
  readonly params?: {
    readonly capabilities?: Capabilities;
    readonly _meta?: Readonly<Record<string, Capabilities>>;
  } | null;
}

const SESSION = 'view-';

/** Whether the client of a message shows pages. @param session its session, which repeats what its first message said */
export function showsViews(message: unknown, session: unknown): boolean {
  const { params } = (message ?? {}) as Message;
  const { extensions } = params?.capabilities ?? params?._meta?.[CAPABILITIES] ?? {};
  const types = extensions?.[EXTENSION]?.mimeTypes;
  return (Array.isArray(types) && types.includes(VIEW.mimeType)) || `${session as string}`.startsWith(SESSION);
}

/** The session of a client that shows pages, in the answer to its first message; nothing is kept of it. */
export const sessionFor = (message: unknown): string | undefined =>
  (message as Message | null)?.method === 'initialize' ? `${SESSION}${randomUUID()}` : undefined;
