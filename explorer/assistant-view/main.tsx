import { App, type McpUiHostContext } from '@modelcontextprotocol/ext-apps';
import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useMedia } from '../components/app/use-window.js';
import { applyTheme } from '../service/preferences.js';
import { ENGLISH } from '../texts/en.js';
import { textsOf } from '../texts/texts.js';
import { CHINESE } from '../texts/zh.js';
import { AssistantView, type Shown } from './assistant-view.js';
import { viewTexts } from './texts.js';

/** What the host has sent. */
interface Sent extends Pick<Shown, 'input'> {
  readonly context: McpUiHostContext;
  readonly result?: Parameters<NonNullable<App['ontoolresult']>>[0];
  readonly isCancelled?: boolean;
}

const app = new App({ name: 'commerce-analytics', version: '1' });

const isDone = (asked: Promise<{ readonly isError?: boolean | undefined }>): Promise<boolean> =>
  asked.then(({ isError }) => isError !== true).catch(() => false);
const host: Pick<Shown, 'ask' | 'openLink'> = {
  ask: (words) => isDone(app.sendMessage({ role: 'user', content: [{ type: 'text', text: words }] })),
  openLink: (url) => isDone(app.openLink({ url })),
};

/** The answer that the host sends, or what became of it. */
function Root() {
  const [{ context, input, result, isCancelled }, setSent] = useState<Sent>({ context: {}, input: {} });
  useEffect(() => {
    const add = (more: Partial<Sent>): void => setSent((sent) => ({ ...sent, ...more }));
    app.ontoolinput = ({ arguments: given = {} }) => add({ input: given });
    app.ontoolresult = (given) => add({ result: given });
    app.ontoolcancelled = () => add({ isCancelled: true });
    app.onhostcontextchanged = () => add({ context: { ...app.getHostContext() } });
    void app.connect().then(() => add({ context: { ...app.getHostContext() } }));
  }, []);
  const prefersDark = useMedia('(prefers-color-scheme: dark)');
  const scheme = context.theme ?? (prefersDark ? 'dark' : 'light');
  const lang = /^zh/i.test(context.locale ?? navigator.language) ? 'ZH_CN' : 'EN_US';
  useEffect(() => {
    applyTheme(scheme);
    document.documentElement.lang = lang === 'ZH_CN' ? 'zh-CN' : 'en';
  }, [scheme, lang]);
  const words = useMemo(
    () => ({ texts: textsOf(lang, lang === 'ZH_CN' ? CHINESE : ENGLISH), own: viewTexts(lang) }),
    [lang],
  );
  const { structuredContent: answer, content, isError } = result ?? {};
  if (answer !== undefined && isError !== true)
    return <AssistantView {...{ answer: answer as Shown['answer'], input, lang, scheme, ...words, ...host }} />;
  const said = isCancelled === true ? words.own('cancelled') : words.texts.text('loading');
  const wrong = content?.find((part) => part.type === 'text');
  return (
    <p role="status" class="assistant-view">
      {wrong?.text ?? said}
    </p>
  );
}

const target = document.getElementById('app');
if (target !== null) render(<Root />, target);
