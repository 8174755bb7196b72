import { useState } from 'preact/hooks';
import { exportRequest } from '../../model/request-body.js';
import type { SentRequest } from '../../model/snippets.js';
import type { Problem } from '../../service/ask.js';
import type { ExportedFile } from '../../service/fetch-export.js';
import { fetchExport } from '../../service/fetch-export.js';
import { useExplorer } from '../app/context.js';
import { DownloadIcon } from '../app/icons.js';
import { Menu } from '../app/menu.js';

const FORMATS = [
  { label: 'exportCsv', options: { format: 'csv' } },
  { label: 'exportExcel', options: { format: 'csv', excel: true } },
  { label: 'exportNdjson', options: { format: 'ndjson' } },
] as const;

/** All rows of the list as a file. */
export function ExportMenu({ request }: { readonly request: SentRequest }) {
  const { text, token } = useExplorer();
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const download = async (options: object): Promise<void> => {
    setRunning(true);
    setProblem(undefined);
    const answer = await fetchExport(exportRequest(request, options), token);
    setRunning(false);
    if ('file' in answer) save(answer.file);
    else setProblem(answer.problem);
  };
  return (
    <Menu label={text('export')} face={<DownloadIcon />} class="menu-right">
      {() => (
        <>
          <p class="menu-title">{text(isRunning ? 'exportRunning' : 'export')}</p>
          {FORMATS.map(({ label, options }) => (
            <button
              key={label}
              type="button"
              class="menu-item"
              disabled={isRunning}
              onClick={() => void download(options)}
            >
              {text(label)}
            </button>
          ))}
          {problem !== undefined && <p role="alert">{problem.message || text('exportFailed')}</p>}
        </>
      )}
    </Menu>
  );
}

function save({ name, content }: ExportedFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
