import type { ReactNode } from 'react';
import type { Verdict } from '../../api/generated/contract';
import { Note } from '../../kit/Note';
import { VisibleText } from '../../kit/VisibleText';
import { t } from '../../words/translate';
import { messageText } from '../../words/message';
import { MessageText } from '../message/MessageText';
import layout from '../../styles/layout.module.css';
import styles from './callResult.module.css';

const FIRST = 5;

interface VerdictLineProps {
  verdict: Verdict;
  /** Leads to the declared schema. */
  action?: ReactNode;
}

/** The structured result held against the schema the tool declared. */
export function VerdictLine({ verdict, action }: VerdictLineProps): ReactNode {
  switch (verdict.kind) {
    case 'matches':
      return (
        <Note tone="ok" actions={action}>
          {t.rich('content.verdict.matches', {
            more: (text) => <span className={layout.t2}>{text}</span>,
            count: verdict.valuesChecked,
          })}
        </Note>
      );
    case 'matchesInPart':
      return (
        <Note tone="ok" actions={action}>
          {t('content.verdict.matchesInPart')} <MessageText message={verdict.message} />
        </Note>
      );
    case 'mismatch':
      return (
        <Note tone="bad" icon="shieldWarning" actions={action}>
          <span className={layout.b}>{t('content.verdict.mismatch')}</span>
          <ul className={styles.faults}>
            {verdict.faults.slice(0, FIRST).map(({ path, message }) => (
              <li key={`${path} ${messageText(message)}`}>
                <code>
                  <VisibleText text={path === '' ? t('content.verdict.root') : path} />
                </code>{' '}
                <MessageText message={message} />
              </li>
            ))}
          </ul>
          {verdict.faults.length > FIRST && (
            <span className={layout.t2}>
              {t('content.verdict.more', { count: verdict.faults.length - FIRST })}
            </span>
          )}
        </Note>
      );
    case 'missing':
      return (
        <Note tone="bad" icon="shieldWarning" actions={action}>
          {t('content.verdict.missing')}
        </Note>
      );
    case 'brokenSchema':
      return (
        <Note tone="lamp" actions={action}>
          {t('content.verdict.invalidSchema')} <MessageText message={verdict.message} />
        </Note>
      );
    case 'notChecked':
      return (
        <Note tone="lamp" actions={action}>
          {t('content.verdict.notChecked')} <MessageText message={verdict.message} />
        </Note>
      );
    case 'notDeclared':
      return <Note>{t('content.verdict.notDeclared')}</Note>;
  }
}
