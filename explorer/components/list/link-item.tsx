import { useState } from 'preact/hooks';
import type { LinkData, UsageData } from '../../../clients/typescript/src/schema.js';
import { formatTime } from '../../model/format.js';
import { followData, linkRequest } from '../../model/link-request.js';
import { endOfData } from '../../model/periods.js';
import { type Sheet, sheetFields } from '../../model/sheet.js';
import type { SentRequest } from '../../model/snippets.js';
import { VIEWS } from '../../model/views.js';
import { useAnswer } from '../../service/use-answer.js';
import { usePeriods } from '../../service/use-catalogue.js';
import { linkTexts } from '../../texts/link-words.js';
import { CloseIcon, CopyButton, Dialog, MenuItem, NamedSelect } from '../app/controls.js';
import { useExplorer } from '../app/context.js';
import { ProblemNotice } from '../app/notice.js';

export interface LinkItemProps {
  readonly request: SentRequest;
  readonly title: string;
  readonly sheet: Sheet;
}

/** Offers a link to an export, where the service makes links for the token. */
export function LinkItem(props: LinkItemProps) {
  const { state } = useExplorer();
  const [isShown, setShown] = useState(false);
  const { success } = useAnswer<UsageData>({ path: '/v1/usage', body: {} });
  if (success?.data.links !== true) return null;
  return (
    <>
      <MenuItem onClick={() => setShown(true)}>{linkTexts(state.lang)('copy')} …</MenuItem>
      {isShown && <LinkDialog {...props} owner={success.data.name} onClose={() => setShown(false)} />}
    </>
  );
}

const DAYS = ['1', '7', '30', '90', '365'];

interface LinkDialogProps extends LinkItemProps {
  /** The name of the token. */
  readonly owner: string;
  readonly onClose: () => void;
}

/** A link to the rows of a list: what it shares, until when, and its address to copy. */
function LinkDialog({ request, title, sheet, owner, onClose }: LinkDialogProps) {
  const { state, text } = useExplorer();
  const words = linkTexts(state.lang);
  const [days, setDays] = useState('30');
  const [form, setForm] = useState('excel');
  const [isFollowing, setFollowing] = useState(true);
  const { ranking, newest } = Object.values(VIEWS).find(({ path }) => path === request.path) ?? {};
  const { success, problem } = usePeriods(ranking);
  const sources = success && { periods: success.data, ranking, end: endOfData(success.data, newest) };
  const followed = sources && followData(request.body as Readonly<Record<string, unknown>>, sources);
  const { fields } = sheetFields(sheet);
  const options = { format: 'csv', ...(form === 'excel' && { excel: true }), fields };
  const body = (isFollowing ? followed : undefined) ?? request.body;
  const asked =
    success || problem ? linkRequest({ ...request, body }, { title, days: Number(days), options }) : undefined;
  const link = useAnswer<LinkData>(asked);
  const made = link.loading || link.problem ? undefined : link.success?.data;
  return (
    <Dialog class="drawer" label={words('copy')} onClose={onClose}>
      {(close) => (
        // The menu around it moves by arrow keys.
        <div class="drawer-body" onKeyDown={(event) => event.stopPropagation()}>
          <header class="card-head">
            <h2>{words('copy')}</h2>
            <button class="button button-icon" aria-label={text('close')} onClick={close}>
              <CloseIcon />
            </button>
          </header>
          <p>
            <strong>{title}</strong>
          </p>
          <p>{words('about')}</p>
          {followed !== undefined && (
            <label class="check">
              <input
                type="checkbox"
                checked={isFollowing}
                onChange={(event) => setFollowing(event.currentTarget.checked)}
              />
              {text('saveRule')}
            </label>
          )}
          <div class="toolbar">
            <NamedSelect
              name={words('valid')}
              value={days}
              options={DAYS.map((count) => [count, words(count === '1' ? 'day' : 'days', { count })])}
              onChoose={setDays}
            />
            <NamedSelect
              name={words('file')}
              value={form}
              options={[
                ['excel', text('exportExcel')],
                ['csv', text('exportCsv')],
              ]}
              onChoose={setForm}
            />
          </div>
          {link.problem !== undefined && <ProblemNotice problem={link.problem} onRetry={link.retry} />}
          {made !== undefined && (
            <>
              <p>{words('shares', { date: formatTime(made.expires_at, state.lang, 'minute'), name: owner })}</p>
              <label class="field">
                <span class="field-name">{words('address')}</span>
                <input readOnly value={made.url} onFocus={(event) => event.currentTarget.select()} />
              </label>
              <div class="toolbar">
                <CopyButton label={text('copy')} value={() => made.url} />
              </div>
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}
