import type { ReactNode } from 'react';
import type { CallStatus } from '../../api/generated/contract';
import { Icon } from '../../kit/Icon';
import { t } from '../../words/translate';
import layout from '../../styles/layout.module.css';
import { STATUS } from './status';

/** How a call ended, as an icon with a name. */
export function StatusMark({ status }: { status: CallStatus }): ReactNode {
  const { icon, tone, text } = STATUS[status];
  return (
    <span className={layout[tone]}>
      <Icon name={icon} size={14} label={t(text)} />
    </span>
  );
}
