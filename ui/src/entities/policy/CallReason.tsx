import type { ReactNode } from 'react';
import type { CallRequest } from '../../api/generated/contract';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { ClaimLine } from '../catalog/Claims';
import styles from './policy.module.css';

/** Why a call is held back. */
export function CallReason({ call, serverLabel }: { call: CallRequest; serverLabel: string }): ReactNode {
  switch (call.why.kind) {
    case 'destructive':
      return t(
        call.annotations.destructive === true ? 'policies.reason.destructive' : 'policies.reason.notReadOnly',
        { server: serverLabel },
      );
    case 'app':
      return t('policies.reason.app', { server: serverLabel });
    case 'client':
      return t('policies.reason.client', { client: visibleString(call.client ?? '') });
    case 'changed':
    case 'rule':
      return t(`policies.reason.${call.why.kind}`);
  }
}

/** What the server says the tool does, and whether that counts. */
export function CallEffects({ call }: { call: CallRequest }): ReactNode {
  const { readOnly, destructive, idempotent, openWorld } = call.annotations;
  const silent = [readOnly, destructive, idempotent, openWorld].every((claim) => claim === null);
  return (
    <p className={styles['call-effects']}>
      {silent ? t('policies.noAnnotations') : <ClaimLine annotations={call.annotations} trust={call.trust} />}
    </p>
  );
}
