import { ActionIcon } from '../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Announced } from '../kit/Announced';
import { Icon } from '../kit/Icon';
import { Note } from '../kit/Note';
import { t } from '../words/translate';
import styles from './rail.module.css';

/** What the person should know about this start, until they have read it. */
export function Notices({ notices }: { notices: string[] }): ReactNode {
  const [read, setRead] = useState<readonly string[]>([]);
  const open = notices.filter((notice) => !read.includes(notice));
  if (open.length === 0) return null;
  return (
    <Announced className={styles['app-notices']} role="region" aria-label={t('app.notice.label')}>
      {open.map((notice) => (
        <Note
          key={notice}
          tone="lamp"
          actions={
            <ActionIcon
              size="xs"
              aria-label={t('app.notice.dismiss')}
              onClick={() => setRead([...read, notice])}
            >
              <Icon name="close" size={14} />
            </ActionIcon>
          }
        >
          {notice}
        </Note>
      ))}
    </Announced>
  );
}
