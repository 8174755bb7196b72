import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TOOLS } from '../../src/mcp/tools.js';
import { execute, findPythonPackage } from '../../tools/testing/python-package.js';
import { testApp } from '../support/app.js';
import { seededIndices } from '../support/shared-indices.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** The official client of Python comes with it. */
const environment = await findPythonPackage('fastmcp', '4.2.3');
const withPython = environment === undefined ? it.skip : it;

const ASKS = `
import asyncio, json, sys
import fastmcp, httpx2, mcp
from fastmcp.client.transports import StreamableHttpTransport
from mcp.client.extension import advertise
from mcp.client.streamable_http import streamable_http_client

name, mode, views, url, token = sys.argv[1:]
ui = advertise("io.modelcontextprotocol/ui", {"mimeTypes": ["text/html;profile=mcp-app"]})
extensions = [ui] if views == "with" else []
headers = {"Authorization": f"Bearer {token}"}
parts = lambda answer, field: getattr(answer, field, answer)

async def ask(client):
    tools = parts(await client.list_tools(), "tools")
    prompts = parts(await client.list_prompts(), "prompts")
    text = parts(await client.read_resource("commerce://regions"), "contents")[0].text
    called = await client.call_tool("search_products", {"filter": {"region": "US"}, "pagesize": 2})
    print(json.dumps({
        "revision": client.protocol_version,
        "tools": [tool.name for tool in tools],
        "views": {tool.name: tool.meta["ui"]["resourceUri"] for tool in tools if tool.meta},
        "resources": [str(resource.uri) for resource in parts(await client.list_resources(), "resources")],
        "prompts": len(prompts),
        "regions": text,
        "answer": called.structured_content,
    }))

async def main():
    if name == "fastmcp":
        async with fastmcp.Client(StreamableHttpTransport(url, headers=headers), mode=mode, extensions=extensions) as client:
            await ask(client)
    else:
        async with httpx2.AsyncClient(headers=headers) as http:
            async with mcp.Client(streamable_http_client(url, http_client=http), mode=mode, extensions=extensions) as client:
                await ask(client)

asyncio.run(main())
`;

interface Told {
  readonly revision: string;
  readonly tools: readonly string[];
  readonly views: Readonly<Record<string, string>>;
  readonly resources: readonly string[];
  readonly prompts: number;
  readonly regions: string;
  readonly answer: { readonly total: number; readonly list: readonly { readonly product_id: string }[] };
}

describe('assistants of Python', () => {
  const folder = temporaryFolder('assistants');
  const service = testApp(() => ({ name: 'assistants', indices: seededIndices(), config: { mcp: true } }));
  beforeAll(() => writeFile(join(folder, 'ask.py'), ASKS));

  const clients = [
    ['the official client', 'auto', '2026-07-28'],
    ['the official client', 'legacy', '2025-11-25'],
    ['fastmcp', 'auto', '2026-07-28'],
    ['fastmcp', 'legacy', '2025-11-25'],
  ] as const;
  withPython.each(
    clients.flatMap(([client, mode, revision]) =>
      (['with', 'without'] as const).map((views) => [client, mode, views, revision] as const),
    ),
  )('%s connects (%s), %s views, and asks', async (client, mode, views, revision) => {
    const given = [join(folder, 'ask.py'), client, mode, views, `${service.url}/mcp`, service.token];
    const { stdout } = await execute(join(environment ?? '', 'python'), given, { timeout: 60_000 });
    const told = JSON.parse(stdout) as Told;
    expect([told.revision, told.tools.length, told.prompts]).toEqual([revision, TOOLS.length, 6]);
    const view = 'ui://commerce-analytics/view';
    const shown = ['rank', 'history', 'break_down_sales', 'count_by_facet'];
    expect(told.views).toEqual(views === 'with' ? Object.fromEntries(shown.map((tool) => [tool, view])) : {});
    expect([told.resources.length, told.resources.includes(view)]).toEqual(views === 'with' ? [5, true] : [4, false]);
    expect(told.regions).toMatch(/^\| US +\| United States +\| USD +\|$/m);
    const asked = { filter: { region: 'US' }, pagesize: 2 };
    const { body } = await service.api.post<Told['answer']>('/product/v1/search', asked);
    expect(told.answer.total).toBe(body.data.total);
    const ids = body.data.list.map(({ product_id }) => product_id);
    expect(told.answer.list.map(({ product_id }) => product_id)).toEqual(ids);
    expect(ids).toHaveLength(2);
  });
});
