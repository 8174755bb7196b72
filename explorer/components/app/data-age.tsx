import { formatNumber, formatTime } from '../../model/format.js';
import { useExplorer } from './context.js';

const FRESH_DAYS = 2;

/** The day that the data ends with, and how long ago that was. */
export function DataAge({ end }: { readonly end: number | undefined }) {
  const { text, state } = useExplorer();
  // An empty line until it is known keeps the place of what follows.
  if (end === undefined) return <p class="about data-age" />;
  const days = Math.floor((Date.now() / 1000 - end) / 86_400);
  const day = formatTime(end, state.lang);
  return (
    <p class="about data-age">
      {days <= FRESH_DAYS ? text('dataTo', { day }) : text('dataOld', { day, days: formatNumber(days, state.lang) })}
    </p>
  );
}
