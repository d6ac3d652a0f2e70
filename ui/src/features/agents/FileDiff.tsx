import { Fragment } from 'react';
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

/** Whether lines that stay are left out before this one. Each place of changes but the first begins with lines that stay. */
function followsGap(lines: readonly AgentFileLine[], index: number): boolean {
  const line = lines[index];
  const before = lines.slice(0, index).findLast(({ kind }) => kind !== 'removed');
  return line?.kind === 'same' && before !== undefined && line.number > before.number + 1;
}

/** The lines of a file that change, with those around them. */
export function FileDiff({ label, lines }: FileDiffProps): ReactNode {
  return (
    <div className={styles.diff} role="region" aria-label={label} tabIndex={0}>
      <table>
        <tbody>
          {lines.map(({ kind, number, text }, index) => (
            <Fragment key={`${kind} ${number}`}>
              {followsGap(lines, index) && (
                <tr className={styles.gap}>
                  <td colSpan={3}>
                    <span aria-hidden>⋯</span>
                    <span className={layout['sr-only']}>{t('agents.preview.unchanged')}</span>
                  </td>
                </tr>
              )}
              <tr className={styles[kind]}>
                <td className={styles.number}>{formatNumber(number, { useGrouping: false })}</td>
                <td className={styles.sign}>
                  <span aria-hidden>{SIGNS[kind]}</span>
                  {kind !== 'same' && (
                    <span className={layout['sr-only']}>{t(`agents.preview.${kind}`)}</span>
                  )}
                </td>
                <td className={styles.text}>
                  <VisibleText text={text} />
                </td>
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}
