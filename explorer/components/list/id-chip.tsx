import { ENTITIES, withEntity } from '../../model/entities.js';
import { pageOf } from '../../model/entity-pages.js';
import { textAt } from '../../model/field-text.js';
import { ENTITY_IDS } from '../../model/views.js';
import { useRecords } from '../../service/use-entities.js';
import { useExplorer } from '../app/context.js';
import { Chip, type ChipProps } from './chip.js';

interface IdChipProps extends ChipProps {
  readonly name: string;
  readonly id: string;
}

/** A filter by an id in the words of its record, once that is here, which leads to its page. */
export function IdChip({ name, id, ...chip }: IdChipProps) {
  const { state, text } = useExplorer();
  const kind = ENTITY_IDS.find((entity) => ENTITIES[entity].id === name);
  const entity = pageOf(kind ?? 'product');
  const { records } = useRecords(entity, kind === undefined || id.includes(',') ? [] : [id]);
  const title = textAt(records?.get(id), entity.record.names.title);
  if (kind === undefined || title === '') return <Chip {...chip} />;
  return <Chip {...chip} words={`${text(`view.${kind}`)}: ${title}`} to={withEntity(state, kind, id)} />;
}
