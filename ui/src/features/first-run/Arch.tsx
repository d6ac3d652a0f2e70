import type { ReactNode } from 'react';
import styles from './first-run.module.css';

/** The door with a light in it. Decoration. */
export function Arch(): ReactNode {
  const door = 'M112 176V88a48 48 0 0 1 96 0v88';
  return (
    <svg className={styles.arch} viewBox="0 0 320 200" width="320" height="200" fill="none" aria-hidden>
      <defs>
        <radialGradient id="arch-glow" cx="160" cy="112" r="96" gradientUnits="userSpaceOnUse">
          <stop offset="0" stopColor="var(--lamp-fill)" stopOpacity=".42" />
          <stop offset=".55" stopColor="var(--lamp-fill)" stopOpacity=".1" />
          <stop offset="1" stopColor="var(--lamp-fill)" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="arch-spill" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--lamp-fill)" stopOpacity=".32" />
          <stop offset="1" stopColor="var(--lamp-fill)" stopOpacity="0" />
        </linearGradient>
        <clipPath id="arch-door">
          <path d={`${door}z`} />
        </clipPath>
      </defs>
      <path d="M112 176h96l36 24H76z" fill="url(#arch-spill)" />
      <path d={`${door}z`} fill="var(--accent-tint)" />
      <g clipPath="url(#arch-door)">
        <rect x="60" y="20" width="200" height="160" fill="url(#arch-glow)" />
      </g>
      <g strokeLinecap="round">
        <path d={door} stroke="var(--accent)" strokeWidth="4" />
        <path d="M96 176V88a64 64 0 0 1 128 0v88" stroke="var(--accent-line)" strokeWidth="1.5" />
        <path d="M80 176V88a80 80 0 0 1 160 0v88" stroke="var(--line-2)" strokeWidth="1.5" />
        <path d="M32 176h64M224 176h64" stroke="var(--line-2)" strokeWidth="1.5" />
      </g>
      <circle cx="160" cy="104" r="7" fill="var(--lamp-fill)" />
    </svg>
  );
}
