import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { valueAt } from '../../model/field-text.js';
import { formatChange, formatNumber, formatUsd, formatUsdChange, growthOf } from '../../model/format.js';
import { type Listed, listSheet, type NamedList, withOwnList } from '../../model/lists.js';
import { periodName } from '../../model/periods.js';
import { fileNameOf } from '../../model/forms.js';
import { ROW_NAMES } from '../../model/views.js';
import { readAddress } from '../../model/address.js';
import { readList, readLists, removeFromList } from '../../service/own-lists.js';
import { csvOf, saveFile } from '../../service/save-file.js';
import { useListed } from '../../service/use-listed.js';
import { readSaved, removeSaved } from '../../service/preferences.js';
import { useExplorer, usePhone } from '../app/context.js';
import { CloseIcon, DownloadIcon, Menu, MenuItem } from '../app/controls.js';
import { ProblemNotice, ResultSkeleton } from '../app/notice.js';
import { NameLink, StateLink, Tile } from '../app/state-link.js';
import { FigureTable } from '../charts/chart-card.js';
import { Change, Moved } from '../list/result-table.js';

interface ThingsProps {
  readonly list: NamedList;
  readonly week: string;
  /** Undefined for a list that this browser does not keep. */
  readonly onRemove: ((thing: Listed) => void) | undefined;
}

/** The things of a list with their figures, and these as a file. */
export function Things({ list: { name, things }, week, onRemove }: ThingsProps) {
  const explorer = useExplorer();
  const { state, text, field: nameOf } = explorer;
  const { rows, before, problem, retry } = useListed(things, week);
  const isPhone = usePhone();
  const title = name || text('watched');
  const [isFailed, setFailed] = useState(false);
  if (rows === undefined) {
    return problem === undefined ? <ResultSkeleton /> : <ProblemNotice problem={problem} onRetry={retry} />;
  }
  const save = async (kind: 'csv' | 'xlsx'): Promise<void> => {
    setFailed(false);
    const sheet = listSheet(rows, { week, before }, explorer, state.lang);
    const file = `${fileNameOf(`${title} · ${periodName(week, state.lang)}`)}.${kind}`;
    if (kind === 'csv') return saveFile(file, csvOf(sheet));
    const { default: writeExcelFile } = await import('write-excel-file/browser');
    saveFile(file, await writeExcelFile(sheet).toBlob());
  };
  const figureIn = (gmv: number, period: string): ComponentChildren => (
    <small>{text('watchedLast', { figure: formatUsd(gmv, state.lang), period: periodName(period, state.lang) })}</small>
  );
  const changeOf = (change: number | undefined, growth: number | null | undefined): ComponentChildren =>
    change === undefined ? (
      '—'
    ) : (
      <>
        <Change by={change}>{formatUsdChange(change, state.lang)}</Change>{' '}
        {typeof growth === 'number' && <Change by={growth}>({formatChange(growth, state.lang)})</Change>}
      </>
    );
  const heads = [
    text('saveName'),
    ...['usd_gmv', 'usd_gmv_change', 'rank'].map(nameOf),
    text('listSince'),
    ...(onRemove ? [<span class="visually-hidden">{text('remove', { name: '' })}</span>] : []),
  ];
  const shown = rows.map((own) => {
    const { entity, id, row, gmv, change, growth, since, then, added, past } = own;
    const rank = valueAt(row, 'rank');
    const words = own.name || id;
    return {
      name: (
        <span class="row-title">
          <Tile name={words} picture={valueAt(row, ROW_NAMES[entity].picture)} />
          <span class="row-words">
            <span class="row-name">
              <NameLink entity={entity} id={id} name={words} />
            </span>
            <span class="row-small">{text(`view.${entity}`)}</span>
          </span>
        </span>
      ),
      cells: [
        <>
          {formatUsd(gmv, state.lang)}
          {past !== undefined && past > 0 && figureIn(past, before)}
        </>,
        changeOf(change, growth),
        <>
          {typeof rank === 'number' ? `#${formatNumber(rank, state.lang)}` : text('notRanked')}{' '}
          {row !== undefined && change !== undefined && <Moved row={row} />}
        </>,
        <>
          {changeOf(since, then === undefined ? undefined : growthOf(gmv, then))}
          {then !== undefined && added !== undefined && figureIn(then, added)}
        </>,
        ...(onRemove ? [<RemoveButton name={words} onClick={() => onRemove(own)} />] : []),
      ],
    };
  });
  return (
    <section class="edge" aria-label={title}>
      {problem !== undefined && <ProblemNotice problem={problem} isMinor onRetry={retry} />}
      <div class="toolbar">
        <span class="hint">{before && text('summaryBefore', { days: periodName(before, state.lang) })}</span>
        <span class="spacer" />
        <Menu label={text('listExport')} face={<DownloadIcon />} class="menu-right menu-export">
          {(close) => (
            <>
              <p class="menu-title">{text('listExport')}</p>
              <MenuItem onClick={() => close(void save('csv'))}>{text('exportExcel')}</MenuItem>
              <MenuItem onClick={() => close(void save('xlsx').catch(() => setFailed(true)))}>
                {text('exportXlsx')}
              </MenuItem>
            </>
          )}
        </Menu>
      </div>
      {isFailed && (
        <p class="notice" role="alert">
          {text('exportFailed')}
        </p>
      )}
      {isPhone ? (
        <ul class="cards">
          {shown.map(({ name, cells }, at) => (
            <li key={at} class="card record-card">
              <span class="row-head">{name}</span>
              <dl>
                {cells.map((cell, place) => (
                  <div key={place}>
                    <dt>{heads[place + 1]}</dt>
                    <dd>{cell}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      ) : (
        <FigureTable label={title} class="table-holder" heads={heads.map((head) => ({ name: head }))} rows={shown} />
      )}
    </section>
  );
}

/** The lists of this browser. @param props.name of the one that is shown */
export function ListLinks({ name: shown }: { readonly name?: string | undefined }) {
  const { state, text } = useExplorer();
  const lists = readLists();
  if (lists.length === 0) return null;
  return (
    <p class="entity-links">
      {lists.map(({ name, things }) => (
        <StateLink key={name} to={withOwnList(state, name)} class="tab" current={name === shown}>
          {name || text('watched')} ({things.length})
        </StateLink>
      ))}
    </p>
  );
}

/** Takes something from a list of this browser. */
export function RemoveButton({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  const { text } = useExplorer();
  return (
    <button class="button button-icon" aria-label={text('remove', { name })} onClick={onClick}>
      <CloseIcon />
    </button>
  );
}

/** What this browser keeps: watched things with their newest figures, other lists, and saved queries. */
export function OwnLists({ week }: { readonly week: string }) {
  const { text, state } = useExplorer();
  const [watched, setWatched] = useState(() => readList(''));
  const [saved, setSaved] = useState(readSaved);
  const remove = (thing: Listed): void => {
    removeFromList('', thing);
    setWatched(readList(''));
  };
  return (
    <div class="own-lists">
      <ListLinks />
      {watched.things.length > 0 && <Things list={watched} week={week} onRemove={remove} />}
      {saved.length > 0 && (
        <section class="card home-card" aria-label={text('saved')}>
          <h2>{text('saved')}</h2>
          <ul>
            {saved.map((query) => (
              <li key={query.search}>
                <StateLink to={readAddress(query.search, state.lang)}>{query.title}</StateLink>
                <RemoveButton
                  name={query.title}
                  onClick={() => {
                    removeSaved(query);
                    setSaved(readSaved());
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
