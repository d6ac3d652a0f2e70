import type { ReactNode } from 'react';
import './usage.css';

interface UsageProps {
  label: string;
  value: number;
  most: number;
  /** The two in words. */
  words: string;
}

/** How much of something is used. */
export function Usage({ label, value, most, words }: UsageProps): ReactNode {
  const share = most <= 0 ? 1 : Math.min(1, value / most);
  return (
    <div className="usage">
      <div className="usage-words fs12">
        <span className="t2">{label}</span>
        <span className="num">{words}</span>
      </div>
      <div
        role="meter"
        className="usage-track"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={Math.min(value, most)}
        aria-valuetext={words}
        data-full={share >= 1 || undefined}
      >
        <span style={{ inlineSize: `${share * 100}%` }} />
      </div>
    </div>
  );
}
