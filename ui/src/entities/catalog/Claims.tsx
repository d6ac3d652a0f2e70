import type { ReactNode } from 'react';
import type { ToolAnnotations, Trust } from '../../api/generated/contract';
import { claimedEffect } from '../../lib/effect';
import { Icon } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { Tip } from '../../kit/Tip';
import listStyles from '../../kit/list.module.css';
import styles from '../policy/policy.module.css';

interface Claim {
  icon: IconName | null;
  word: string;
  tone: 'lamp' | undefined;
}

/** What a server claims about a tool, as far as it matters to whoever runs it. */
function claimsOf(annotations: ToolAnnotations): Claim[] {
  const { readOnly, destructive, idempotent, openWorld } = annotations;
  const claims: Claim[] = [];
  if (claimedEffect(annotations) === 'destroys') {
    const word = t(destructive === true ? 'shared.claim.destructive' : 'shared.claim.notReadOnly');
    claims.push({ icon: 'warning', word, tone: 'lamp' });
  }
  if (readOnly === true) claims.push({ icon: 'eye', word: t('shared.claim.readOnly'), tone: undefined });
  if (openWorld === true) claims.push({ icon: 'globe', word: t('shared.claim.openWorld'), tone: undefined });
  if (idempotent === true && readOnly !== true)
    claims.push({ icon: null, word: t('shared.claim.idempotent'), tone: undefined });
  return claims;
}

/** The marks at the end of a row. */
export function ClaimMarks({ annotations }: { annotations: ToolAnnotations }): ReactNode {
  const marks = claimsOf(annotations);
  return (
    <Tip
      className={listStyles.marks}
      label={
        marks.length > 0 ? t('shared.claim.listReported', { claims: claimWords(annotations) }) : undefined
      }
    >
      {marks.map(
        ({ icon, word, tone }) =>
          icon !== null && (
            <span key={word} className={layout[tone ?? '']}>
              <Icon name={icon} size={14} label={word} />
            </span>
          ),
      )}
    </Tip>
  );
}

/** The same in words, and whether they count. */
export function ClaimLine({ annotations, trust }: { annotations: ToolAnnotations; trust: Trust }): ReactNode {
  const claims = claimsOf(annotations);
  if (claims.length === 0) return null;
  return (
    <>
      {claims.map(({ icon, word, tone }) => (
        <span key={word} className={cx(styles.claim, layout[tone ?? ''])}>
          {icon !== null && <Icon name={icon} size={12} />}
          {word}
        </span>
      ))}
      <span>{t(trust === 'yes' ? 'shared.claim.reportedTrusted' : 'shared.claim.reported')}</span>
    </>
  );
}

/** The same as the marks, for a row's name. */
export function claimWords(annotations: ToolAnnotations): string {
  return claimsOf(annotations)
    .map(({ word }) => word)
    .join(', ');
}
