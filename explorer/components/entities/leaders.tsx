import { useState } from 'preact/hooks';
import { resolveView } from '../../model/resolve-view.js';
import { Segments } from '../app/controls.js';
import { useExplorer } from '../app/context.js';
import { EdgeTable, type EdgeTableProps } from './edge-table.js';

/** The top or rising rows of one of the rankings narrowed to the entity. */
export function Leaders(props: Omit<EdgeTableProps, 'edge'>) {
  const { text } = useExplorer();
  const [chosen, setChosen] = useState('0');
  const leaders = props.entity.leaders.filter(({ orderby }) => props.isWhole || orderby === undefined);
  const edge = leaders[Number(chosen)] ?? leaders[0];
  const options = leaders.map(({ view, orderby = '' }, at) => {
    return [String(at), text(resolveView(view, { orderby, filter: {} }).title)] as const;
  });
  return (
    <>
      <Segments label={text('leaders')} options={options} chosen={chosen} onChoose={setChosen} />
      {edge && <EdgeTable key={edge.view + edge.orderby} {...props} edge={edge} />}
    </>
  );
}
