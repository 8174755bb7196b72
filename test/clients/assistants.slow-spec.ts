import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execute, findPythonPackage } from '../../tools/testing/python-package.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { seededIndices } from '../support/shared-indices.js';

/** The official client of Python comes with it. */
const environment = await findPythonPackage('fastmcp', '4.2.3');
const withPython = environment === undefined ? it.skip : it;

const ASKS = `
import asyncio, json, sys
import fastmcp, httpx2, mcp
from fastmcp.client.transports import StreamableHttpTransport
from mcp.client.streamable_http import streamable_http_client

name, mode, url, token = sys.argv[1:]
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
        "prompts": len(prompts),
        "regions": text,
        "answer": called.structured_content,
    }))

async def main():
    if name == "fastmcp":
        async with fastmcp.Client(StreamableHttpTransport(url, headers=headers), mode=mode) as client:
            await ask(client)
    else:
        async with httpx2.AsyncClient(headers=headers) as http:
            async with mcp.Client(streamable_http_client(url, http_client=http), mode=mode) as client:
                await ask(client)

asyncio.run(main())
`;

interface Told {
  readonly revision: string;
  readonly tools: readonly string[];
  readonly prompts: number;
  readonly regions: string;
  readonly answer: { readonly total: number; readonly list: readonly { readonly product_id: string }[] };
}

describe('assistants of Python', () => {
  let folder: string;
  let service: TestApp;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commerce-analytics-assistants-'));
    await writeFile(join(folder, 'ask.py'), ASKS);
    service = await startTestApp({ name: 'assistants', indices: seededIndices(), config: { mcp: true } });
  });
  afterAll(async () => {
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  });

  withPython.each([
    ['the official client', 'auto', '2026-07-28'],
    ['the official client', 'legacy', '2025-11-25'],
    ['fastmcp', 'auto', '2026-07-28'],
    ['fastmcp', 'legacy', '2025-11-25'],
  ])('%s connects (%s) and asks', async (client, mode, revision) => {
    const given = [join(folder, 'ask.py'), client, mode, `${service.url}/mcp`, service.token];
    const { stdout } = await execute(join(environment ?? '', 'python'), given, { timeout: 60_000 });
    const told = JSON.parse(stdout) as Told;
    expect([told.revision, told.tools.length, told.prompts]).toEqual([revision, 10, 6]);
    expect(told.regions).toContain('US USD\n');
    const asked = { filter: { region: 'US' }, pagesize: 2 };
    const { body } = await service.api.post<Told['answer']>('/product/v1/search', asked);
    expect(told.answer.total).toBe(body.data.total);
    const ids = body.data.list.map(({ product_id }) => product_id);
    expect(told.answer.list.map(({ product_id }) => product_id)).toEqual(ids);
    expect(ids).toHaveLength(2);
  });
});
