import { useState } from 'preact/hooks';
import { formatNumber } from '../../model/format.js';
import { fileNameOf } from '../../model/forms.js';
import type { Problem } from '../../service/use-answer.js';
import { useExplorer } from '../app/context.js';
import { DownloadIcon, Menu, MenuItem } from '../app/controls.js';
import { lazy } from '../app/notice.js';
import type { LinkItemProps } from './link-item.js';

const FORMATS = [
  { label: 'exportCsv', options: { format: 'csv' } },
  { label: 'exportExcel', options: { format: 'csv', excel: true } },
  { label: 'exportNdjson', options: { format: 'ndjson' } },
] as const;

const LinkItem = lazy(() => import('./link-item.js').then((room) => room.LinkItem));

const SHOWN_MS = 8000;

interface ExportMenuProps extends LinkItemProps {
  /** When they are not all rows. */
  readonly label?: string;
}

/** All rows of the list as a file whose name says which. */
export function ExportMenu({ request, title, sheet, label }: ExportMenuProps) {
  const explorer = useExplorer();
  const { text, token, state } = explorer;
  const [isRunning, setRunning] = useState(false);
  const [saved, setSaved] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const download = async (options: object, close: () => void): Promise<void> => {
    setRunning(true);
    setProblem(undefined);
    const isSheet = 'excel' in options;
    const { exportRequest, sheetFields, sheetRows } = await import('../../model/sheet.js');
    const { csvOf, fetchExport, saveFile } = await import('../../service/save-file.js');
    const answer = await fetchExport(
      exportRequest(request, { ...options, ...(isSheet && { fields: sheetFields(sheet).fields }) }),
      token,
    );
    setRunning(false);
    if (answer.file === undefined) return setProblem(answer.problem);
    close();
    const { rows, matched = rows, extension, content } = answer.file;
    const name = `${fileNameOf(title)}${extension}`;
    saveFile(name, isSheet ? csvOf(sheetRows(await content.text(), sheet, explorer, state.lang)) : content);
    const shown = (number = 0): string => formatNumber(number, state.lang);
    const saying = matched === rows ? 'exportSaved' : 'exportSavedPart';
    setSaved(rows === undefined ? name : text(saying, { name, count: shown(rows), all: shown(matched) }));
    setTimeout(() => setSaved(''), SHOWN_MS);
  };
  return (
    <>
      <Menu label={label ?? text('export')} face={<DownloadIcon />} class="menu-right menu-export">
        {(close) => (
          <>
            <p class="menu-title">{isRunning ? text('exportRunning') : (label ?? text('export'))}</p>
            {FORMATS.map(({ label, options }) => (
              <MenuItem key={label} disabled={isRunning} onClick={() => void download(options, close)}>
                {text(label)}
              </MenuItem>
            ))}
            <LinkItem request={request} title={title} sheet={sheet} />
            {problem !== undefined && <p role="alert">{problem.message || text('exportFailed')}</p>}
          </>
        )}
      </Menu>
      <p class="toast" role="status">
        {isRunning ? text('exportRunning') : saved}
      </p>
    </>
  );
}
