import { withView } from '../../model/address.js';
import { valueAt } from '../../model/columns.js';
import { formatChange, formatNumber, formatUsd } from '../../model/format.js';
import type { Thing } from '../../model/things.js';
import type { ListId } from '../../model/views.js';
import { VIEWS } from '../../model/views.js';
import { useRows } from '../../service/use-records.js';
import { useExplorer } from '../app/context.js';
import { StateLink } from '../app/state-link.js';
import { Moved } from '../list/result-table.js';

interface PlacesProps {
  readonly thing: Thing;
  readonly id: string;
  readonly chosen: string;
}

/** The rank on each ranking in a period, and how it moved. */
export function Places({ thing, ...props }: PlacesProps) {
  const { text } = useExplorer();
  return (
    <section class="edge">
      <h2>{text('places')}</h2>
      <div class="places">
        {thing.boards.map((board) => (
          <Place key={board} board={board} field={thing.id} {...props} />
        ))}
      </div>
    </section>
  );
}

interface PlaceProps extends Omit<PlacesProps, 'thing'> {
  readonly board: ListId;
  readonly field: string;
}

/** Rankings are read to this place; further ones are shown by themselves. */
const LAST_PLACE = 1000;

function Place({ board, field, id, chosen }: PlaceProps) {
  const { text, state, field: nameOf } = useExplorer();
  const { path, main = '' } = VIEWS[board];
  const { success } = useRows(path, { [field]: id, date_info: chosen }, { pagesize: 1 });
  const row = success?.data.list[0];
  const rank = Number(valueAt(row, 'rank') ?? 0);
  const figure = valueAt(row, main);
  const growth = valueAt(row, `${main}_growth_rate_info.rate`);
  const to = withView(state, board);
  const isOnPage = rank > 0 && rank <= LAST_PLACE;
  return (
    <dl class="card figure-card" aria-busy={success === undefined}>
      <dt>
        <StateLink
          to={{
            ...to,
            filter: { date_info: chosen, ...(rank > LAST_PLACE && { [field]: id }) },
            page: isOnPage ? Math.ceil(rank / to.pagesize) : 1,
          }}
        >
          {text(`view.${board}`)}
        </StateLink>{' '}
        · {chosen.split(':')[1]}
      </dt>
      <dd class="figure-large">
        {success === undefined ? '…' : row === undefined ? text('notRanked') : `#${formatNumber(rank, state.lang)}`}{' '}
        {row !== undefined && <Moved row={row} />}
      </dd>
      <dd class="hint">
        {typeof figure === 'number' &&
          `${nameOf(main)}: ${/gmv$/.test(main) ? formatUsd(figure, state.lang) : formatNumber(figure, state.lang)}`}
        {typeof growth === 'number' && ` · ${formatChange(growth, state.lang)}`}
      </dd>
    </dl>
  );
}
