import type { ReactNode } from 'react';
import type { ApiError } from '../../api/client';
import { useAnswer } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';

/** The core's refusal. That the keyring was locked is past once it is unlocked. */
export function Refused({ error }: { error: ApiError | null }): ReactNode {
  const keyring = useAnswer('secret.status', {}).data?.state.kind;
  if (error === null || (error.code === 'keyringUnavailable' && keyring === 'available')) return null;
  return <ErrorNotice error={error} />;
}
