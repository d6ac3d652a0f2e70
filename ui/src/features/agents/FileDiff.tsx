import type { ReactNode } from 'react';
import type { AgentFileLine } from '../../api/generated/contract';
import { VisibleText } from '../../kit/VisibleText';
import { formatNumber } from '../../lib/format';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import styles from './agents.module.css';

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

interface FileDiffProps {
  label: string;
  lines: readonly AgentFileLine[];
}

/** The lines of a file that change, with those around them. */
export function FileDiff({ label, lines }: FileDiffProps): ReactNode {
  return (
    <div className={styles.diff} role="region" aria-label={label} tabIndex={0}>
      <table>
        <tbody>
          {lines.map(({ kind, number, text }) => (
            <tr key={`${kind} ${number}`} className={styles[kind]}>
              <td className={styles.number}>{formatNumber(number, { useGrouping: false })}</td>
              <td className={styles.sign}>
                <span aria-hidden>{SIGNS[kind]}</span>
                {kind !== 'same' && <span className={layout['sr-only']}>{t(`agents.preview.${kind}`)}</span>}
              </td>
              <td className={styles.text}>
                <VisibleText text={text} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
