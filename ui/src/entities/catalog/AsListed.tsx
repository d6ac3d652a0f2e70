import { Button } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { CatalogKind, SourceId } from '../../api/generated/contract';
import { useAnswer } from '../../api/queries';
import { visibleString } from '../../lib/visible';
import { CodeView } from '../../kit/CodeView/CodeView';
import { CopyButton } from '../../kit/CopyButton';
import { ErrorNotice } from '../message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { Repaired } from '../message/Repaired';
import { Sheet } from '../../kit/Sheet';
import { Skeleton } from '../../kit/Skeleton';
import { t } from '../../words/translate';
import layout from '../../styles/layout.module.css';
import styles from './asListed.module.css';

interface AsListedProps {
  serverId: SourceId;
  list: CatalogKind;
  /** The name of a prompt, the URI of a resource, the URI template of a template. */
  entry: string;
  title: string;
}

/** Shows an entry of a list exactly as its server sent it: unknown members and `_meta` too. */
export function AsListed(props: AsListedProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<Icon name="code" size={14} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('common.rawJson')}
      </Button>
      {open && <Listed {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function Listed({
  serverId,
  list,
  entry,
  title,
  onClose,
}: AsListedProps & { onClose: () => void }): ReactNode {
  const listed = useAnswer('catalog.entry', { serverId, list, key: entry });
  const text = listed.data === undefined ? '' : JSON.stringify(listed.data.raw, null, 2);
  return (
    <Sheet
      title={t('shared.rawJsonOf', { title: visibleString(title) })}
      onClose={onClose}
      footer={
        <>
          <span className={layout.grow} />
          {listed.data !== undefined && <CopyButton label={t('common.copyJson')} text={() => text} />}
          <Button size="md" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      {listed.isPending && <Skeleton rows={4} />}
      {listed.isError && <ErrorNotice error={listed.error} onRetry={() => void listed.refetch()} />}
      {listed.data !== undefined && <Repaired lines={listed.data.repaired} what="entry" />}
      {listed.data !== undefined && (
        <div className={styles['as-listed']}>
          <CodeView text={text} label={t('common.rawJson')} />
        </div>
      )}
    </Sheet>
  );
}
