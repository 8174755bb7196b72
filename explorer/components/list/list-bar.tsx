import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ShownView } from '../../model/resolve-view.js';
import type { RuleSources } from '../../model/rules.js';
import type { EntityId } from '../../model/views.js';
import { useExplorer } from '../app/context.js';
import { ChartIcon, CopyButton, DownloadIcon, Menu, StarIcon } from '../app/controls.js';
import { lazy } from '../app/notice.js';
import { KeywordBox, withSuggestion } from '../filters/keyword-box.js';
import { ColumnMenu, RequestButton, SortSelect } from './list-tools.js';
import type { SavePanelProps } from './save-panel.js';
import type { useList } from './use-list.js';

const [OF_CREATORS, OF_PRODUCTS] = ['/creator/v1/suggest', '/product/v1/suggest'];
/** The operation that completes keywords. */
const SUGGEST: Readonly<Partial<Record<EntityId, string>>> = {
  ...{ creator: OF_CREATORS, video: OF_CREATORS, live: OF_CREATORS },
  ...{ product: OF_PRODUCTS, shop: OF_PRODUCTS },
};

interface ListBarProps {
  readonly view: ShownView;
  readonly list: ReturnType<typeof useList>;
  /** What a saved view is called. */
  readonly title: string;
  readonly rules: RuleSources | undefined;
  /** The paths of the columns that are shown. */
  readonly paths: readonly string[];
  readonly hasCharts: boolean;
  readonly onCharts: () => void;
  /** The menu of exports; undefined, with its place kept, until the request is known. */
  readonly children: ComponentChildren;
}

/** The keywords of a list, and what can be done with it. */
export function ListBar({ view, list, title, rules, paths, hasCharts, onCharts, children }: ListBarProps) {
  const { state, go, text } = useExplorer();
  const { entity } = view.names;
  return (
    <div class="list-bar">
      <KeywordBox
        label={
          list.takesKeywords
            ? text('keywordsFor', { view: text(`view.${state.view}`).toLowerCase() })
            : text(entity === 'creator' ? 'creatorFind' : 'shopFind')
        }
        suggest={entity && SUGGEST[entity]}
        keywords={state.keywords}
        {...(list.takesKeywords && {
          onKeywords: (keywords: string) => go({ ...state, keywords, match: undefined, page: 1 }),
        })}
        onSuggestion={(suggestion) => go(withSuggestion(state, suggestion, list.fields))}
      />
      <div class="toolbar">
        {list.sortable.length > 0 && <SortSelect fields={list.sortable} />}
        <CopyButton label={text('share')} value={() => location.href} icon />
        <SaveMenu key={title} title={title} fields={list.fields} sources={rules} />
        <RequestButton request={list.request} answer={list.answer.success?.envelope} />
        {children ?? (
          <button class="button" disabled aria-label={text('export')}>
            <DownloadIcon />
          </button>
        )}
        <ColumnMenu view={view} columns={list.columns} chosen={paths} />
        {(view.charts.length > 0 || view.bars.length > 0) && (
          <button class="button" aria-label={text('chartsShow')} aria-expanded={hasCharts} onClick={onCharts}>
            <ChartIcon />
            <span class="button-words">{text('charts')}</span>
          </button>
        )}
      </div>
    </div>
  );
}

const SavePanel = lazy(() => import('./save-panel.js').then((room) => room.SavePanel));

/** Keeps a list on the first page of this browser. */
function SaveMenu(props: Omit<SavePanelProps, 'onSaved'>) {
  const { text } = useExplorer();
  const [isSaved, setSaved] = useState(false);
  const face = (
    <>
      <StarIcon />
      <span class="button-words" aria-hidden="true">
        {text(isSaved ? 'saveDone' : 'save')}
      </span>
    </>
  );
  return (
    <Menu label={text('save')} face={face} class="menu-right menu-wide">
      {(close) => <SavePanel {...props} onSaved={() => close(setSaved(true))} />}
    </Menu>
  );
}
