import { useMemo } from 'react';
import { bytesOfBase64, hexRows } from '../lib/hex';
import { visibleString } from '../lib/visible';
import styles from './hex.module.css';

interface HexViewProps {
  /** What these bytes are, for a screen reader. */
  label: string;
  /** The bytes, standard base64. */
  base64: string;
}

/** Bytes as a hex dump. */
export function HexView({ label, base64 }: HexViewProps) {
  const rows = useMemo(() => hexRows(bytesOfBase64(base64)), [base64]);
  return (
    <div className={styles['hex-scroll']} role="region" aria-label={visibleString(label)} tabIndex={0}>
      <pre className={styles['hex-dump']}>
        {rows.map((row) => (
          <span key={row.offset} className={styles['hex-row']}>
            <span className={styles['hex-offset']}>{row.offset}</span>
            <span>{row.hex}</span>
            <span className={styles['hex-text']}>{row.text}</span>
            {'\n'}
          </span>
        ))}
      </pre>
    </div>
  );
}
