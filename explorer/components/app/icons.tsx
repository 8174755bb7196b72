import type { ComponentChildren } from 'preact';

const Icon = ({ children }: { readonly children: ComponentChildren }) => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    {children}
  </svg>
);

export const ClockIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6v4.2l2.8 1.8" />
  </Icon>
);
export const SunIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="3.2" />
    <path d="M10 2.5v2M10 15.5v2M2.5 10h2M15.5 10h2M4.7 4.7l1.4 1.4M13.9 13.9l1.4 1.4M4.7 15.3l1.4-1.4M13.9 6.1l1.4-1.4" />
  </Icon>
);
export const KeyIcon = () => (
  <Icon>
    <circle cx="7" cy="13" r="3.5" />
    <path d="m9.5 10.5 7-7M14 6l2 2M12 8l1.5 1.5" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <circle cx="9" cy="9" r="5.5" />
    <path d="m13.2 13.2 4 4" />
  </Icon>
);
export const FilterIcon = () => (
  <Icon>
    <path d="M3 5h14M5.5 10h9M8.5 15h3" />
  </Icon>
);
export const CodeIcon = () => (
  <Icon>
    <path d="m7 6-4 4 4 4M13 6l4 4-4 4" />
  </Icon>
);
export const LinkIcon = () => (
  <Icon>
    <path d="M8.5 11.5a3 3 0 0 0 4.3 0l2.9-2.9a3 3 0 1 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0l-2.9 2.9a3 3 0 1 0 4.3 4.3l1-1" />
  </Icon>
);
export const DownloadIcon = () => (
  <Icon>
    <path d="M10 3v9M6.5 8.5 10 12l3.5-3.5M4 16h12" />
  </Icon>
);
export const ColumnsIcon = () => (
  <Icon>
    <rect x="3" y="4" width="14" height="12" rx="1.5" />
    <path d="M8 4v12M12.5 4v12" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="m5 5 10 10M15 5 5 15" />
  </Icon>
);
export const LeftIcon = () => (
  <Icon>
    <path d="m12 5-5 5 5 5" />
  </Icon>
);
export const RightIcon = () => (
  <Icon>
    <path d="m8 5 5 5-5 5" />
  </Icon>
);
