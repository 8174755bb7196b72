/** An icon of lines on a field of 20 by 20. */
const icon = (lines: string) => () => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <path d={lines} />
  </svg>
);

export const ClockIcon = icon('M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M10 6v4.2l2.8 1.8');
export const SunIcon = icon(
  'M6.8 10a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0M10 2.5v2M10 15.5v2M2.5 10h2M15.5 10h2M4.7 4.7l1.4 1.4M13.9 13.9l1.4 1.4M4.7 15.3l1.4-1.4M13.9 6.1l1.4-1.4',
);
export const KeyIcon = icon('M3.5 13a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M9.5 10.5l7-7M14 6l2 2M12 8l1.5 1.5');
export const SearchIcon = icon('M3.5 9a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M13.2 13.2l4 4');
export const FilterIcon = icon('M3 5h14M5.5 10h9M8.5 15h3');
export const CodeIcon = icon('m7 6-4 4 4 4M13 6l4 4-4 4');
export const LinkIcon = icon(
  'M8.5 11.5a3 3 0 0 0 4.3 0l2.9-2.9a3 3 0 1 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0l-2.9 2.9a3 3 0 1 0 4.3 4.3l1-1',
);
export const DownloadIcon = icon('M10 3v9M6.5 8.5 10 12l3.5-3.5M4 16h12');
export const ColumnsIcon = icon(
  'M4.5 4h11a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-11a1.5 1.5 0 0 1-1.5-1.5v-9a1.5 1.5 0 0 1 1.5-1.5zM8 4v12M12.5 4v12',
);
export const CloseIcon = icon('m5 5 10 10M15 5 5 15');
export const LeftIcon = icon('m12 5-5 5 5 5');
export const RightIcon = icon('m8 5 5 5-5 5');
export const ChartIcon = icon('M4 16V9M10 16V4M16 16v-4');
export const StarIcon = icon('m10 3 2.1 4.6 5 .6-3.7 3.4 1 5-4.4-2.5-4.4 2.5 1-5L2.9 8.2l5-.6z');
