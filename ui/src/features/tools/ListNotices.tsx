import { Button, LinkButton, Popover } from '../../kit/controls';
import { useState, type ReactNode } from 'react';
import type { ServerSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { Note } from '../../kit/Note';
import { VisibleText } from '../../kit/VisibleText';
import type { Overview } from './toolSections';
import { asServer } from '../../lib/sourceIds';
import { MessageText } from '../../entities/message/MessageText';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './tools.module.css';

interface ListNoticesProps {
  overview: Overview;
  servers: readonly ServerSnapshot[];
}

/** What is wrong with the lists: one line each, with the way out. */
export function ListNotices({ overview, servers }: ListNoticesProps): ReactNode {
  const refresh = useOperation('catalog.refresh');
  const label = (id: string) => servers.find((server) => server.id === id)?.label ?? id;
  if (overview.failed.length === 0 && overview.broken.length === 0) return null;
  return (
    <div className={styles['list-notices']}>
      {overview.failed.map(({ serverId, message }) => (
        <Note
          key={serverId}
          tone="bad"
          actions={
            <Button
              size="xs"
              loading={refresh.isPending}
              onClick={() => refresh.mutate({ serverId: asServer(serverId) })}
            >
              {t('common.retry')}
            </Button>
          }
        >
          <span className={layout.b}>{t('tools.list.failed', { server: label(serverId) })}</span>{' '}
          <MessageText message={message} />
        </Note>
      ))}
      {overview.broken.length > 0 && <BrokenNote overview={overview} label={label} />}
    </div>
  );
}

function BrokenNote({ overview, label }: { overview: Overview; label: (id: string) => string }): ReactNode {
  const [open, setOpen] = useState(false);
  const broken = overview.broken.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <Popover opened={open} onChange={setOpen} position="right-start" width={360} trapFocus returnFocus>
      <Popover.Target>
        <div>
          <Note
            tone="lamp"
            icon="info"
            actions={
              <LinkButton aria-expanded={open} onClick={() => setOpen(!open)}>
                {t('tools.list.details')}
              </LinkButton>
            }
          >
            {t('tools.list.usable', {
              usable: overview.total,
              count: overview.total + broken,
              invalid: broken,
            })}
          </Note>
        </div>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('tools.list.invalid')} className={styles.broken}>
        {overview.broken.map(({ serverId, entries }) => (
          <div key={serverId}>
            <h3 className={layout.label}>{label(serverId)}</h3>
            <ul>
              {entries.map(({ name, problem }) => (
                <li key={`${name ?? ''} ${messageText(problem)}`}>
                  <code>
                    <VisibleText text={name ?? ''} />
                  </code>
                  <div className={cx(layout.fs12, layout.t2)}>
                    <MessageText message={problem} />
                  </div>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
