import { sessionFor, showsViews } from './view.js';

const UI = 'io.modelcontextprotocol/ui';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const declared = { extensions: { [UI]: { mimeTypes: ['text/html;profile=mcp-app'] } } };

describe('a client that shows views', () => {
  it.each([
    ['its first message', { method: 'initialize', params: { capabilities: declared } }, undefined],
    ['each message', { method: 'tools/list', params: { _meta: { [CAPABILITIES]: declared } } }, undefined],
    ['its session', { method: 'tools/list' }, 'view-1'],
  ])('is known by %s', (_, message, session) => {
    expect(showsViews(message, session)).toBe(true);
  });

  it.each([
    [null],
    ['text'],
    [{ params: null }],
    [{ params: { _meta: null } }],
    [{ params: { capabilities: { extensions: { [UI]: null } } } }],
    [{ params: { capabilities: { extensions: { [UI]: { mimeTypes: 'text/html;profile=mcp-app' } } } } }],
    [{ params: { capabilities: { extensions: { [UI]: { mimeTypes: ['text/html'] } } } } }],
  ])('is not one that says %j', (message) => {
    expect([showsViews(message, undefined), showsViews(message, 'other'), sessionFor(message)]).toEqual([
      false,
      false,
      undefined,
    ]);
  });
});
