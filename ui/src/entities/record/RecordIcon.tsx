import type { ReactNode } from 'react';
import type { ApprovalRecordHead, ThemedIcon } from '../../api/generated/contract';
import { ClientIcon } from '../client/ClientMark';
import { ServerIcon } from '../server/ServerIcon';

interface RecordIconProps {
  record: Pick<ApprovalRecordHead, 'approvalKind'>;
  /** The icon of its server. */
  icon: ThemedIcon | null;
  size: 14 | 32;
}

/** The icon of the server or client that a record is about. */
export function RecordIcon({ record, icon, size }: RecordIconProps): ReactNode {
  return record.approvalKind === 'client' ? (
    <ClientIcon size={size} />
  ) : (
    <ServerIcon icon={icon} size={size} />
  );
}
