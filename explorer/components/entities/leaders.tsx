import { useState } from 'preact/hooks';
import { CHANGE } from '../../model/resolve-view.js';
import { VIEWS } from '../../model/views.js';
import { Segments } from '../app/choices.js';
import { useExplorer } from '../app/context.js';
import { EdgeTable, type EdgeTableProps } from './edge-table.js';

/** The top or rising rows of one of the rankings narrowed to the entity. */
export function Leaders(props: Omit<EdgeTableProps, 'edge'>) {
  const { text } = useExplorer();
  const { leaders } = props.entity;
  const [view, setView] = useState<string>(leaders[0]?.view ?? '');
  const [order, setOrder] = useState('');
  const edge = leaders.find((own) => own.view === view);
  const orderby = props.isWhole ? order : '';
  if (edge === undefined) return null;
  return (
    <>
      <div class="toolbar">
        <Segments
          label={text('leaders')}
          options={leaders.map((own) => [own.view, text(`view.${VIEWS[own.view].names.entity ?? 'product'}`)])}
          chosen={view}
          onChoose={setView}
        />
        {props.isWhole && (
          <Segments
            label={text('sort')}
            options={[
              ['', text('leadersTop')],
              [CHANGE, text('leadersRising')],
            ]}
            chosen={order}
            onChoose={setOrder}
          />
        )}
      </div>
      <EdgeTable key={view + orderby} {...props} edge={{ ...edge, orderby }} />
    </>
  );
}
