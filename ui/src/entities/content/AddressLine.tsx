import type { ReactNode } from 'react';
import type { ServerSnapshot } from '../../api/generated/contract';
import { originText } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { CopyButton } from '../../kit/CopyButton';
import { ServerIcon } from '../server/ServerIcon';
import { VisibleText } from '../../kit/VisibleText';
import { t } from '../../words/translate';
import { Hint } from '../../kit/Hint';

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
          <span className="b">{server.label}</span>
          <Hint className="t3 cut" label={visibleString(originText(server.origin))}>
            <VisibleText text={originText(server.origin)} />
          </Hint>
        </>
      )}
      {address !== undefined && (
        <>
          <Hint className="mono t3 cut address" label={visibleString(address)}>
            <VisibleText text={address} />
          </Hint>
          <CopyButton text={() => address} label={t('shared.copyUri')} />
        </>
      )}
    </>
  );
}
