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

type Result = Parameters<NonNullable<App['ontoolresult']>>[0];

/** What the host has sent. */
interface Sent {
  readonly context: McpUiHostContext;
  readonly input: Shown['input'];
  readonly result?: Result;
  readonly isCancelled?: boolean;
}

const app = new App({ name: 'commerce-analytics', version: '1' });

const isDone = (asked: Promise<{ readonly isError?: boolean | undefined }>): Promise<boolean> =>
  asked.then(
    ({ isError }) => isError !== true,
    () => false,
  );
const host: Pick<Shown, 'ask' | 'openLink'> = {
  ask: (words) => isDone(app.sendMessage({ role: 'user', content: [{ type: 'text', text: words }] })),
  openLink: (url) => isDone(app.openLink({ url })),
};

const textOf = ({ content = [] }: Result): string =>
  content.flatMap((part) => (part.type === 'text' ? [part.text] : []))[0] ?? '';

/** The answer that the host sends, or what became of it. */
function Root() {
  const [{ context, input, result, isCancelled }, setSent] = useState<Sent>({ context: {}, input: {} });
  useEffect(() => {
    const add = (more: Partial<Sent>): void => setSent((sent) => ({ ...sent, ...more }));
    app.ontoolinput = ({ arguments: given = {} }) => add({ input: given });
    app.ontoolresult = (given) => add({ result: given });
    app.ontoolcancelled = () => add({ isCancelled: true });
    app.onhostcontextchanged = (given) => setSent((sent) => ({ ...sent, context: { ...sent.context, ...given } }));
    void app.connect().then(() => add({ context: app.getHostContext() ?? {} }));
  }, []);
  const prefersDark = useMedia('(prefers-color-scheme: dark)');
  const scheme = context.theme ?? (prefersDark ? 'dark' : 'light');
  const isChinese = /^zh/i.test(context.locale ?? navigator.language);
  const lang = isChinese ? 'ZH_CN' : 'EN_US';
  useEffect(() => {
    applyTheme(scheme);
    document.documentElement.lang = isChinese ? 'zh-CN' : 'en';
  }, [scheme, isChinese]);
  const words = useMemo(
    () => ({ texts: textsOf(lang, isChinese ? CHINESE : ENGLISH), own: viewTexts(isChinese ? 1 : 0) }),
    [lang],
  );
  const answer = result?.isError === true ? undefined : (result?.structuredContent as Shown['answer'] | undefined);
  if (answer !== undefined) return <AssistantView {...{ answer, input, lang, scheme, ...words, ...host }} />;
  const said = isCancelled === true ? words.own('cancelled') : words.texts.text('loading');
  return (
    <main class="assistant-view">
      <p role="status">{result === undefined ? said : textOf(result)}</p>
    </main>
  );
}

const target = document.getElementById('app');
if (target !== null) render(<Root />, target);
