import type { ReactNode } from 'react';
import { t } from '../words/translate';
import './note.css';

const WIDTHS = [58, 44, 66, 50, 38, 62];

/** Rows to come, as grey shapes. */
export function Skeleton({ rows }: { rows: number }): ReactNode {
  return (
    <div className="skeleton-rows" role="status" aria-label={t('common.loading')}>
      {Array.from({ length: rows }, (_, index) => (
        // Shapes without identity.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="skeleton-row" aria-hidden>
          <span className="skeleton skeleton-tile" />
          <span className="col grow skeleton-lines">
            <span className="skeleton" style={{ width: `${WIDTHS[index % WIDTHS.length]}%` }} />
            <span
              className="skeleton"
              style={{ width: `${WIDTHS[(index + 3) % WIDTHS.length]}%`, height: 6 }}
            />
          </span>
        </div>
      ))}
    </div>
  );
}
