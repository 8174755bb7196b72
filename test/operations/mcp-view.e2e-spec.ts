import { brotliCompressSync } from 'node:zlib';
import { testApp } from '../support/app.js';
import { Assistant, REVISIONS, SHOWS_VIEWS } from '../support/assistant.js';
import { emptyIndices } from '../support/shared-indices.js';

const VIEW = 'ui://commerce-analytics/view';
const SHOWN = ['rank', 'history', 'break_down_sales', 'count_by_facet'];

describe('the view of assistants', () => {
  const service = testApp(() => ({
    name: 'mcp-view',
    indices: emptyIndices(),
    config: { mcp: true, corsOrigins: ['https://host.example'] },
  }));

  const listsOf = async (client: Assistant) => ({
    tools: await client.tools(),
    resources: await client.resources().resources,
    templates: await client.templates(),
    prompts: await client.prompts(),
    instructions: client.instructions,
    capabilities: client.capabilities,
  });

  describe.each(REVISIONS)('to a client of %s', (revision) => {
    const connect = (extensions?: typeof SHOWS_VIEWS): Promise<Assistant> =>
      Assistant.connect(service.url, service.token, revision, extensions);

    it('is named only where the client declares that it shows views; all else is the same', async () => {
      const [plain, viewing] = await Promise.all([connect(), connect(SHOWS_VIEWS)]);
      const { tools, resources, ...others } = await listsOf(viewing);
      const expected = await listsOf(plain);
      expect(tools).toEqual(
        expected.tools.map((tool) =>
          SHOWN.includes(tool.name) ? { ...tool, _meta: { ui: { resourceUri: VIEW } } } : tool,
        ),
      );
      expect(JSON.stringify(expected)).not.toMatch(/_meta|ui:\/\//);
      expect(resources.slice(0, -1)).toEqual(expected.resources);
      expect(resources.at(-1)).toMatchObject({ uri: VIEW, mimeType: 'text/html;profile=mcp-app' });
      expect({ ...others, resources: [], tools: [] }).toEqual({ ...expected, resources: [], tools: [] });
      await Promise.all([plain.close(), viewing.close()]);
    });

    it('is not named to a client that shows pages of another kind', async () => {
      const client = await connect({ 'io.modelcontextprotocol/ui': { mimeTypes: ['text/uri-list'] } });
      expect(JSON.stringify(await listsOf(client))).not.toMatch(/_meta|ui:\/\//);
      await client.close();
    });

    it('is one page that may ask no origin for anything, of at most 200 KiB', async () => {
      const client = await connect(SHOWS_VIEWS);
      const content = await client.content(VIEW);
      expect(content).toMatchObject({
        uri: VIEW,
        mimeType: 'text/html;profile=mcp-app',
        _meta: { ui: { csp: {}, prefersBorder: true } },
      });
      const page = content !== undefined && 'text' in content ? content.text : '';
      const [head = '', code = ''] = page.split('<script type="module">');
      expect(head).toMatch(/^<!doctype html>\n/);
      expect(head).not.toMatch(/<(?:link|img|script)\b|@import|url\(/);
      expect(code.split('</script')).toHaveLength(2);
      expect(brotliCompressSync(page).length).toBeLessThanOrEqual(200 * 1024);
      await client.close();
    });
  });

  it('is remembered in the session of an older client, of which nothing is kept', async () => {
    const ask = async (method: string, params: object, headers: Record<string, string> = {}) => {
      const answer = await service.api.fetch('/mcp', {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        headers: { Authorization: `Bearer ${service.token}`, 'Content-Type': 'application/json', ...headers },
      });
      return { session: answer.headers.get('mcp-session-id'), text: await answer.text() };
    };
    const first = (extensions: object) => ({
      protocolVersion: '2025-11-25',
      clientInfo: { name: 'tests', version: '1' },
      capabilities: { extensions },
    });
    const { session } = await ask('initialize', first(SHOWS_VIEWS));
    expect(session).toMatch(/^view-[\da-f-]{36}$/);
    expect((await ask('initialize', first(SHOWS_VIEWS))).session).not.toBe(session);
    expect((await ask('tools/list', {}, { 'Mcp-Session-Id': session ?? '' })).text).toContain(VIEW);
    expect((await ask('tools/list', {})).text).not.toContain(VIEW);
    expect((await ask('initialize', first({}))).session).toBeNull();
  });

  it('is open to hosts in web pages: they may send and read the session', async () => {
    const asked = { Origin: 'https://host.example', 'Access-Control-Request-Method': 'POST' };
    const { headers } = await service.api.fetch('/mcp', { method: 'OPTIONS', headers: asked });
    expect(headers.get('access-control-allow-headers')).toContain('Mcp-Session-Id');
    const answer = await service.api.fetch('/mcp', { method: 'GET', headers: asked });
    expect(answer.headers.get('access-control-expose-headers')).toContain('Mcp-Session-Id');
  });
});
