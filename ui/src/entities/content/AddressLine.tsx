import type { ReactNode } from 'react';
import type { ServerSnapshot } from '../../api/generated/contract';
import { originText } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { CopyButton } from '../../kit/CopyButton';
import { ServerIcon } from '../server/ServerIcon';
import { ServerLink } from '../server/ServerLink';
import { VisibleText } from '../../kit/VisibleText';
import { t } from '../../words/translate';
import { Hint } from '../../kit/Hint';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';

interface AddressLineProps {
  server: ServerSnapshot | undefined;
  /** A resource's URI: never a link, only something to read and copy. */
  address?: string;
}

/** Whose something is, where that comes from, and its address. */
export function AddressLine({ server, address }: AddressLineProps): ReactNode {
  return (
    <>
      {server !== undefined && (
        <>
          <ServerIcon icon={server.icon} size={14} />
          <ServerLink id={server.id} label={server.label} />
          <Hint className={cx(layout.t3, layout.cut)} label={visibleString(originText(server.origin))}>
            <VisibleText text={originText(server.origin)} />
          </Hint>
        </>
      )}
      {address !== undefined && (
        <>
          <Hint className={cx(layout.mono, layout.t3, layout.cut)} label={visibleString(address)}>
            <VisibleText text={address} />
          </Hint>
          <CopyButton text={() => address} label={t('common.copyUri')} />
        </>
      )}
    </>
  );
}
