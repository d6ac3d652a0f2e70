import type { ReactNode } from 'react';

const p = (...d: string[]): ReactNode => <path d={d.join('')} />;

const doc = 'M14.5 2.5h-8a2 2 0 0 0-2 2v15a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-12zM14.5 2.5v5h5';
const shield = 'M12 21.5c5-1.7 8-4.5 8-9V6l-8-3-8 3v6.5c0 4.5 3 7.3 8 9z';

/** The drawings, by name; in part from Lucide and Feather: see `THIRD-PARTY-NOTICES.txt`. */
export const ICON_PATHS = {
  server: (
    <>
      <rect x="3" y="3.5" width="18" height="7" rx="2" />
      <rect x="3" y="13.5" width="18" height="7" rx="2" />
      <path d="M7 7h.01M7 17h.01M11 7h2M11 17h2" />
    </>
  ),
  tool: p(
    'M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.8-3.8a6 6 0 0 1-8 8l-6.9 6.9a2.1 2.1 0 0 1-3-3l6.9-6.9a6 6 0 0 1 8-8z',
  ),
  resource: (
    <>
      <path d="M12.8 2.7a2 2 0 0 0-1.6 0L3 6.6a.9.9 0 0 0 0 1.6l8.2 3.9a2 2 0 0 0 1.6 0L21 8.2a.9.9 0 0 0 0-1.6z" />
      <path d="m21.5 12.5-8.7 4.1a2 2 0 0 1-1.6 0L2.5 12.5M21.5 17l-8.7 4.1a2 2 0 0 1-1.6 0L2.5 17" />
    </>
  ),
  template: p(
    'M8 3.5H6.5a2 2 0 0 0-2 2V9A2.5 2.5 0 0 1 2 11.5v1A2.5 2.5 0 0 1 4.5 15v3.5a2 2 0 0 0 2 2H8M16 3.5h1.5a2 2 0 0 1 2 2V9a2.5 2.5 0 0 0 2.5 2.5v1a2.5 2.5 0 0 0-2.5 2.5v3.5a2 2 0 0 1-2 2H16',
  ),
  prompt: (
    <>
      <path d="M21 15a2 2 0 0 1-2 2H8l-4.3 3.6a.4.4 0 0 1-.7-.3V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2z" />
      <path d="M8 8.5h8M8 12h5" />
    </>
  ),
  approval: (
    <>
      <path d="M5 20.5V10.5a7 7 0 0 1 14 0v10M2.5 20.5h19" />
      <circle cx="12" cy="11.5" r="1.6" fill="currentColor" stroke="none" />
    </>
  ),
  activity: p('M21.5 12H18l-3 8.5L9 3.5 6 12H2.5'),
  search: (
    <>
      <circle cx="11" cy="11" r="7" />
      <path d="m20.5 20.5-4.5-4.5" />
    </>
  ),
  settings: (
    <>
      <path d="M4 6.5h9M18 6.5h2M4 12h2M11 12h9M4 17.5h7M16 17.5h4" />
      <circle cx="15.5" cy="6.5" r="2.2" />
      <circle cx="8.5" cy="12" r="2.2" />
      <circle cx="13.5" cy="17.5" r="2.2" />
    </>
  ),
  plus: p('M12 5v14M5 12h14'),
  minus: p('M5 12h14'),
  close: p('M18 6 6 18M6 6l12 12'),
  check: p('M20 6.5 9.5 17 4.5 12'),
  down: p('m6 9 6 6 6-6'),
  up: p('m6 15 6-6 6 6'),
  right: p('m9 6 6 6-6 6'),
  left: p('m15 6-6 6 6 6'),
  arrowRight: p('M5 12h14M13 6l6 6-6 6'),
  frameOut: p('M7 17 17 7M8.5 7H17v8.5'),
  frameIn: p('M17 7 7 17M15.5 17H7V8.5'),
  filter: p('M4 6h16M7 12h10M10.5 18h3'),
  more: p('M5 12h.01M12 12h.01M19 12h.01'),
  warning: p(
    'M21.6 18 13.7 4a2 2 0 0 0-3.4 0L2.4 18a2 2 0 0 0 1.7 3h15.8a2 2 0 0 0 1.7-3M12 9.5v4M12 17h.01',
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="9.5" />
      <path d="M12 16.5V12M12 8h.01" />
    </>
  ),
  pause: (
    <>
      <circle cx="12" cy="12" r="9.5" />
      <path d="M10 15.5v-7M14 15.5v-7" />
    </>
  ),
  eye: (
    <>
      <path d="M2 12.3a1 1 0 0 1 0-.6 10.8 10.8 0 0 1 20 0 1 1 0 0 1 0 .6 10.8 10.8 0 0 1-20 0" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  eyeOff: p(
    'M10.7 5.1a10.7 10.7 0 0 1 11.2 6.6 1 1 0 0 1 0 .7 10.7 10.7 0 0 1-1.4 2.5M14.1 14.2a3 3 0 0 1-4.2-4.2M17.5 17.5a10.8 10.8 0 0 1-15.4-5.1 1 1 0 0 1 0-.7 10.8 10.8 0 0 1 4.4-5.2M2 2l20 20',
  ),
  globe: (
    <>
      <circle cx="12" cy="12" r="9.5" />
      <path d="M12 2.5a14 14 0 0 0 0 19 14 14 0 0 0 0-19M2.5 12h19" />
    </>
  ),
  lock: (
    <>
      <rect x="4" y="11" width="16" height="10" rx="2" />
      <path d="M7.5 11V7.5a4.5 4.5 0 0 1 9 0V11" />
    </>
  ),
  shieldCheck: p(shield, 'M8.8 12l2.3 2.3 4.2-4.5'),
  shieldWarning: p(shield, 'M12 8v4.5M12 15.5h.01'),
  run: p('M7 4.8v14.4a.7.7 0 0 0 1.1.6l11-7.2a.7.7 0 0 0 0-1.2l-11-7.2a.7.7 0 0 0-1.1.6z'),
  stop: <rect x="6" y="6" width="12" height="12" rx="2" />,
  refresh: p('M3 12a9 9 0 0 1 15.3-6.4L21 8.2M21 3v5.2h-5.2M21 12a9 9 0 0 1-15.3 6.4L3 15.8M3 21v-5.2h5.2'),
  history: p('M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5M12 7.5V12l3.5 2'),
  clock: (
    <>
      <circle cx="12" cy="12" r="9.5" />
      <path d="M12 6.5V12l3.5 2" />
    </>
  ),
  copy: (
    <>
      <rect x="9" y="9" width="12" height="12" rx="2" />
      <path d="M5.5 15H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v.5" />
    </>
  ),
  download: p('M12 15V3.5M7 10.5l5 5 5-5M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2'),
  export: p('M12 14V3.5M7.5 8 12 3.5 16.5 8M3.5 14.5V18a2.5 2.5 0 0 0 2.5 2.5h12a2.5 2.5 0 0 0 2.5-2.5v-3.5'),
  import: p('M12 3v11M7.5 9.5 12 14l4.5-4.5M3.5 14.5V18a2.5 2.5 0 0 0 2.5 2.5h12a2.5 2.5 0 0 0 2.5-2.5v-3.5'),
  trash: p(
    'M3.5 6h17M18.5 6l-.8 13a2 2 0 0 1-2 2H8.3a2 2 0 0 1-2-2L5.5 6M9 6V4a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v2',
  ),
  edit: p('M20.7 7.3a2.2 2.2 0 0 0-3.1-3.1L4.5 17.3 3.3 21l3.7-1.2zM15.5 6.3l3.2 3.2'),
  spark: p(
    'M12 3l1.9 5.5a2.6 2.6 0 0 0 1.6 1.6L21 12l-5.5 1.9a2.6 2.6 0 0 0-1.6 1.6L12 21l-1.9-5.5a2.6 2.6 0 0 0-1.6-1.6L3 12l5.5-1.9a2.6 2.6 0 0 0 1.6-1.6z',
  ),
  folder: p(
    'M20 20a2 2 0 0 0 2-2V8.5a2 2 0 0 0-2-2h-8l-2-2.6a2 2 0 0 0-1.6-.9H4a2 2 0 0 0-2 2V18a2 2 0 0 0 2 2z',
  ),
  terminal: p('m5 17 5.5-5.5L5 6M13 18h7'),
  file: p(doc),
  fileText: p(doc, 'M8.5 13h7M8.5 17h5'),
  image: (
    <>
      <rect x="3" y="3.5" width="18" height="17" rx="2" />
      <circle cx="8.5" cy="9" r="1.5" />
      <path d="m21 15-4.5-4.5L6 20.5" />
    </>
  ),
  audio: p('M4 9.5v5h3.5L13 19V5L7.5 9.5zM16.5 9a4.5 4.5 0 0 1 0 6M19 6a9 9 0 0 1 0 12'),
  table: (
    <>
      <rect x="3" y="4" width="18" height="16" rx="2" />
      <path d="M3 9.5h18M3 14.7h18M9.5 9.5V20" />
    </>
  ),
  video: (
    <>
      <rect x="2.5" y="6" width="13" height="12" rx="2" />
      <path d="m15.5 10.5 6-3v9l-6-3" />
    </>
  ),
  document: p(doc, 'M8 13.5h8v4H8z'),
  archive: p('M3.5 4.5h17v5h-17zM5.5 9.5v8a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2v-8M10 13.5h4'),
  font: p('M5 19.5 11.2 4.5h1.6L19 19.5M7.5 13.5h9'),
  code: p('m8 7-5 5 5 5M16 7l5 5-5 5'),
  calendar: (
    <>
      <rect x="3.5" y="4.5" width="17" height="17" rx="2" />
      <path d="M3.5 10h17M8 2.5v4M16 2.5v4" />
    </>
  ),
  form: (
    <>
      <rect x="4" y="3" width="16" height="18" rx="2" />
      <path d="M8 8h8M8 12h8M8 16h4" />
    </>
  ),
  tree: (
    <>
      <path d="M4 4v13a2 2 0 0 0 2 2h4M4 9h6" />
      <rect x="12" y="6" width="8" height="6" rx="1.5" />
      <rect x="12" y="15.5" width="8" height="6" rx="1.5" />
    </>
  ),
  live: p(
    'M12 12h.01M7.8 16.2a6 6 0 0 1 0-8.4M16.2 7.8a6 6 0 0 1 0 8.4M5 19a10 10 0 0 1 0-14M19 5a10 10 0 0 1 0 14',
  ),
  fit: p(
    'M4 9V5.5A1.5 1.5 0 0 1 5.5 4H9M15 4h3.5A1.5 1.5 0 0 1 20 5.5V9M20 15v3.5a1.5 1.5 0 0 1-1.5 1.5H15M9 20H5.5A1.5 1.5 0 0 1 4 18.5V15',
  ),
  star: p('m12 3.2 2.7 5.6 6.1.9-4.4 4.3 1 6.1-5.4-2.9-5.4 2.9 1-6.1-4.4-4.3 6.1-.9z'),
  starFilled: (
    <path d="m12 3.2 2.7 5.6 6.1.9-4.4 4.3 1 6.1-5.4-2.9-5.4 2.9 1-6.1-4.4-4.3 6.1-.9z" fill="currentColor" />
  ),
  list: p('M4 6h16M4 12h16M4 18h16'),
  grid: p('M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z'),
  bell: p('M6 9a6 6 0 0 1 12 0c0 6 2.5 7.5 2.5 7.5h-17S6 15 6 9M10 20.5a2.2 2.2 0 0 0 4 0'),
  power: p('M12 3v8M6.3 6.8a8.5 8.5 0 1 0 11.4 0'),
  duplicate: p('M9 9h12v12H9zM5 15H3V3h12v2M15 12v6M12 15h6'),
  compare: p('M12 3v18M4 6.5h4.5M4 11h4.5M15.5 6.5H20M15.5 11H20M15.5 15.5H20'),
  chart: p('M4 4v16h16M8.5 16v-5M13 16V8M17.5 16v-7'),
  keyboard: (
    <>
      <rect x="2" y="6" width="20" height="12" rx="2" />
      <path d="M6 10h.01M10 10h.01M14 10h.01M18 10h.01M7.5 14h9" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof ICON_PATHS;
