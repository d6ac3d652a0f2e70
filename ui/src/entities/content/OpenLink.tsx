import { Button } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { LinkPlace, SourceId } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { notifyError } from '../../lib/notify';
import { askedLink } from '../../lib/panels';
import { Icon } from '../../kit/Icon';
import { actionName } from './actionName';
import { t } from '../../words/translate';
import styles from '../../kit/marks.module.css';

interface OpenLinkProps {
  /** Who sent it. */
  serverId: SourceId;
  address: string;
  /** Where it stands. */
  place: LinkPlace;
}

/** The way to a page whose address a server sent. It asks first, and shows where it leads; other addresses have none. */
export function OpenLink({ serverId, address, place }: OpenLinkProps): ReactNode {
  const requestOpen = useOperation('approval.requestOpenLink', {
    onSuccess: (asked) => askedLink.set(asked),
    onError: notifyError,
  });
  if (!isWebAddress(address)) return null;
  return (
    <Button
      className={styles['inline-action']}
      size="xs"
      variant="subtle"
      leftSection={<Icon name="globe" size={14} />}
      disabled={requestOpen.isPending}
      {...(place.kind === 'resource' && { 'aria-label': actionName(t('shared.openPage'), place.title) })}
      onClick={() => requestOpen.mutate({ serverId, address, place })}
    >
      {t('shared.openPage')}
    </Button>
  );
}

function isWebAddress(address: string): boolean {
  return /^https?:/iu.test(address.trim()) && URL.canParse(address.trim());
}
