import { useEffect, useMemo, useState } from 'preact/hooks';
import { App, type McpUiHostContext } from '@modelcontextprotocol/ext-apps';
import { render } from 'preact';
import { NamedSelect } from '../components/app/controls.js';
import { type Explorer, ExplorerProvider, useMedia } from '../components/app/context.js';
import { ChartCard } from '../components/charts/chart-card.js';
import { HeatMap } from '../components/charts/heat-map.js';
import { ResultTable } from '../components/list/result-table.js';
import { type State, writeAddress } from '../model/address.js';
import { fieldText } from '../model/field-text.js';
import { formatUsd } from '../model/format.js';
import { namesOf } from '../model/key-name.js';
import { periodName } from '../model/periods.js';
import { isList, VIEWS } from '../model/views.js';
import { applyTheme } from '../service/preferences.js';
import { type Texts, textsOf } from '../texts/texts.js';
import { ENGLISH } from '../texts/en.js';
import { CHINESE } from '../texts/zh.js';
import * as answers from './answer.js';
import { type ViewTexts, viewTexts } from './texts.js';

/** What is shown: an answer, in the words of a language, in a host that says whether it did what it is asked for. */
interface Shown {
  readonly answer: answers.ToolAnswer;
  readonly input: answers.ToolInput;
  readonly lang: State['lang'];
  readonly scheme: Explorer['scheme'];
  readonly texts: Texts;
  readonly own: ViewTexts;
  readonly openLink: (url: string) => Promise<boolean>;
  readonly ask: (words: string) => Promise<boolean>;
}

const nothing = (): void => undefined;

/** An answer: its charts and rows, and what may be asked next. */
function AssistantView({ answer, input, lang, scheme, texts, own, openLink, ask }: Shown) {
  const [orderby, setOrderby] = useState('');
  const [said, setSaid] = useState('');
  const keys = answers.keysOf(input);
  const { of: counted = '' } = input;
  const list = answers.rankingOf(input) ?? (isList(counted) ? counted : undefined);
  const period = answers.periodIn(answer);
  const { region } = (input.filter ?? {}) as answers.Row;
  const filter = { ...(period && { date_info: period }), ...(typeof region === 'string' && { region }) };
  const state: State = { view: list ?? 'videos', lang, keywords: '', filter, orderby, page: 1, pagesize: 20 };
  const { explorer_url: url, sum } = answer;
  const tell = (done: Promise<boolean>, words = ''): void =>
    void done.then((isDone) => setSaid(isDone ? words : own('refused')));
  const explorer: Explorer = {
    ...{ ...texts, state, scheme, document: answers.NO_DOCUMENT, token: '', covers: false },
    ...{ settle: nothing, setLang: nothing, setToken: nothing, setCovers: nothing },
    // Names of records lead to their pages; all else changes the order.
    go: (next) => {
      if (next.view === state.view) setOrderby(next.orderby);
      else if (url === undefined) setSaid(own('refused'));
      else tell(openLink(url.replace(/\?.*/, writeAddress(next))));
    },
  };
  const rows = keys.length === 0 ? texts.text('figures') : [texts.text('sales'), ...keys.map(texts.field)].join(' · ');
  const title = list === undefined ? rows : texts.text(`view.${list}`);
  const gmv = typeof sum?.usd_gmv === 'number' && `${texts.field('usd_gmv')}: ${formatUsd(sum.usd_gmv, lang)}`;
  return (
    <ExplorerProvider value={explorer}>
      {/* Other clicks than plain ones would leave the view. */}
      <main
        class="assistant-view"
        onClickCapture={(event) => (event.ctrlKey || event.metaKey) && event.preventDefault()}
      >
        <header class="card-head">
          <div>
            <h1>{title}</h1>
            <p class="hint">{[periodName(period, lang), gmv].filter(Boolean).join(' · ')}</p>
          </div>
          {url !== undefined && (
            <button class="button" onClick={() => tell(openLink(url))}>
              {own('openExplorer')}
            </button>
          )}
        </header>
        <Figures answer={answer} input={input} explorer={explorer} own={own} />
        <Ask topics={answers.topicsOf(answer, input)} own={own} ask={(words) => tell(ask(words), own('asked'))} />
        <p role="status">{said}</p>
        <p class="hint">{[answer.completeness, answer.freshness].filter(Boolean).join(' ')}</p>
      </main>
    </ExplorerProvider>
  );
}

function Figures({ answer, input, own, explorer }: Pick<Shown, 'answer' | 'input' | 'own'> & { explorer: Explorer }) {
  const { field, text, state } = explorer;
  const { list = [], cross } = answer;
  const keys = answers.keysOf(input);
  const ranking = answers.rankingOf(input);
  const first = ranking === undefined ? ['usd_gmv', 'usd_gmv_change'] : VIEWS[ranking].columns;
  const columns = useMemo(() => answers.columnsIn(list, keys, first), [list, input]);
  const figures = ranking === undefined ? answers.figuresIn(columns) : [];
  const [path, setPath] = useState('');
  const figure = figures.find((one) => one.path === path) ?? figures[0];
  const specs = useMemo(() => {
    const shown = { ...explorer, own };
    const drawn = figure === undefined ? [] : answers.figureChart(answer, input, figure, shown);
    return [...answers.seriesChart(answer, input, shown), ...drawn, ...answers.facetCharts(answer, input, shown)];
  }, [answer, input, figure?.path, own]);
  const names = keys.length === 1 ? namesOf(keys[0]) : undefined;
  return (
    <>
      {figures.length > 1 && (
        <NamedSelect
          name={text('figure')}
          value={figure?.path ?? ''}
          options={figures.map((one) => [one.path, field(one.path)])}
          onChoose={setPath}
        />
      )}
      {specs.map((spec) => (
        <ChartCard key={spec.title} spec={spec} labelsName={keys.map(field).join(' · ') || text('period')} />
      ))}
      {cross !== undefined && <HeatMap cross={cross} measure={input.measure} />}
      {names !== undefined && list.length > 0 && (
        <ResultTable
          view={{ names }}
          rows={answers.sorted(list, state.orderby)}
          columns={columns}
          sortable={columns.map((column) => column.path)}
        />
      )}
    </>
  );
}

/** The next question: about what, and which. */
function Ask({
  topics,
  own,
  ask,
}: Pick<Shown, 'own'> & { topics: readonly answers.Topic[]; ask: (words: string) => void }) {
  const [at, setAt] = useState('0');
  const { asks, values } = topics[Number(at)] ?? topics[0] ?? {};
  const options = topics.map((topic, place) => [fieldText(place), topic.values.name] as const);
  return (
    <div class="toolbar">
      {topics.length > 1 && <NamedSelect name={own('askAbout')} value={at} options={options} onChoose={setAt} />}
      {asks?.map((one) => (
        <button key={one} class="button" onClick={() => ask(own(`say${one}`, values))}>
          {own(`ask${one}`)}
        </button>
      ))}
    </div>
  );
}

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
