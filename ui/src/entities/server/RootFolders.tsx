import { ActionIcon, Button, TextInput } from '../../kit/controls';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import type { ServerId, ShownRoot } from '../../api/generated/contract';
import { useAnswer, useOperation } from '../../api/queries';
import { visibleString } from '../../lib/visible';
import { Chip } from '../../kit/Chip';
import { ErrorNotice } from '../message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { Skeleton } from '../../kit/Skeleton';
import { VisibleText } from '../../kit/VisibleText';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './rootFolders.module.css';

interface RootFoldersProps {
  /** Whose list; `null` = that of all servers. */
  serverId: ServerId | null;
  /** What an empty list means here. */
  empty: string;
}

/** A list of folders servers may be told of, with how each is now, and a line to add another. */
export function RootFolders({ serverId, empty }: RootFoldersProps): ReactNode {
  const roots = useAnswer('root.list', { serverId });
  return (
    <div className={styles.roots} data-part="roots">
      {roots.isPending && <Skeleton rows={2} />}
      {roots.isError && <ErrorNotice error={roots.error} onRetry={() => void roots.refetch()} />}
      {roots.data?.folders.length === 0 && <p className={cx(layout.fs12, layout.t2)}>{empty}</p>}
      {roots.data !== undefined && roots.data.folders.length > 0 && (
        <ul className={styles['roots-list']} aria-label={t('shared.roots.list')}>
          {roots.data.folders.map((root) => (
            <Folder key={root.folder.id} root={root} />
          ))}
        </ul>
      )}
      {roots.data !== undefined && <AddFolder serverId={serverId} />}
    </div>
  );
}

function Folder({ root: { folder, state } }: { root: ShownRoot }): ReactNode {
  const remove = useOperation('root.remove');
  return (
    <li className={styles['roots-row']}>
      <Icon name="folder" />
      <span className={styles['roots-words']}>
        <span className={cx(layout.b, layout.cut)}>
          <VisibleText text={folder.name} />
        </span>
        <span className={cx(layout.mono, layout.t2, layout.wrap)}>
          <VisibleText text={folder.path} />
        </span>
        {remove.isError && <ErrorNotice error={remove.error} />}
      </span>
      {state !== 'accessible' && (
        <Chip tone="lamp" title={t('shared.roots.notShared')}>
          {t(`shared.roots.${state}`)}
        </Chip>
      )}
      <ActionIcon
        size="xs"
        aria-label={t('shared.roots.remove', { name: visibleString(folder.name) })}
        title={t('shared.roots.remove', { name: visibleString(folder.name) })}
        onClick={() => remove.mutate({ rootId: folder.id })}
      >
        <Icon name="close" size={14} />
      </ActionIcon>
    </li>
  );
}

function AddFolder({ serverId }: { serverId: ServerId | null }): ReactNode {
  const [path, setPath] = useState('');
  const add = useOperation('root.add', { onSuccess: () => setPath('') });
  const choose = useOperation('root.choose', {
    onSuccess: (chosen) => {
      if (chosen.path === null) return;
      add.reset();
      setPath(chosen.path);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (path.trim() !== '' && !add.isPending) add.mutate({ serverId, path, name: '' });
  };
  const fault = add.error?.fields.find(({ field }) => field === 'path')?.message;
  return (
    <form className={styles['roots-add']} onSubmit={submit}>
      <TextInput
        className={layout.grow}
        aria-label={t('shared.roots.path')}
        placeholder={t('shared.roots.pathExample')}
        spellCheck={false}
        value={path}
        error={fault}
        onChange={(event) => {
          add.reset();
          setPath(event.currentTarget.value);
        }}
      />
      <ActionIcon
        size="lg"
        variant="default"
        aria-label={t('shared.roots.choose')}
        title={t('shared.roots.choose')}
        loading={choose.isPending}
        onClick={() => choose.mutate({})}
      >
        <Icon name="folder" />
      </ActionIcon>
      <Button type="submit" loading={add.isPending} disabled={path.trim() === ''}>
        {t('shared.roots.add')}
      </Button>
      {add.isError && fault === undefined && <ErrorNotice error={add.error} />}
      {choose.isError && <ErrorNotice error={choose.error} />}
    </form>
  );
}
