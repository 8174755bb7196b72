/* global document */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

const policyOf = ({ resourceDomains = [], connectDomains = [] } = {}) =>
  [
    "default-src 'none'",
    ["script-src 'unsafe-inline'", ...resourceDomains].join(' '),
    ["style-src 'unsafe-inline'", ...resourceDomains].join(' '),
    ['img-src data:', ...resourceDomains].join(' '),
    connectDomains.length > 0 ? 'connect-src ' + connectDomains.join(' ') : "connect-src 'none'",
    "base-uri 'none'",
  ].join('; ');

globalThis.did = { messages: [], links: [] };
globalThis.openView = async ({ page, csp, context, refuses }) => {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = 'view';
  frame.style = 'display: block; width: 100%; border: 0';
  const policy = '<meta http-equiv="Content-Security-Policy" content="' + policyOf(csp) + '">';
  frame.srcdoc = page.replace('<head>', () => '<head>' + policy);
  document.body.append(frame);
  const bridge = new AppBridge(null, { name: 'host', version: '1' }, { openLinks: {} }, { hostContext: context });
  globalThis.bridge = bridge;
  const take = (list) => async (given) => {
    if (refuses) return { isError: true };
    list.push(given);
    return {};
  };
  bridge.onmessage = take(did.messages);
  bridge.onopenlink = take(did.links);
  bridge.onsizechange = ({ height }) => {
    if (height !== undefined) frame.style.height = height + 'px';
  };
  const ready = new Promise((resolve) => (bridge.oninitialized = resolve));
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  await ready;
};
