import { stepOf } from '../../model/period-days.js';
import { lazy } from '../app/lazy.js';
import type { ListStripProps } from '../charts/strip.js';

/** The heights of figures and curve to come; not empty, or what follows would wait for them. */
const Space = ({ chosen }: Pick<ListStripProps, 'chosen'>) => (
  <>
    <div class="sums-space"> </div>
    {(chosen === '' || stepOf(chosen) !== undefined) && <div style="min-height: 140px"> </div>}
  </>
);

const ListStrip = lazy(() => import('../charts/strip.js').then((room) => room.ListStrip), Space);

/** The strip of a list: its code comes after the first rows. */
export const StripPlace = (props: ListStripProps) =>
  props.data === undefined ? <Space {...props} /> : <ListStrip {...props} />;
