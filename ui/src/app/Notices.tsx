import { ActionIcon } from '../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Message } from '../api/generated/contract';
import { MessageText } from '../entities/message/MessageText';
import { Announced } from '../kit/Announced';
import { Icon } from '../kit/Icon';
import { Note } from '../kit/Note';
import { messageText } from '../words/message';
import { t } from '../words/translate';
import styles from './rail.module.css';

/** What the person should know about this start, until they have read it. */
export function Notices({ notices }: { notices: Message[] }): ReactNode {
  const [read, setRead] = useState<readonly Message[]>([]);
  const open = notices.filter((notice) => !read.includes(notice));
  if (open.length === 0) return null;
  return (
    <Announced className={styles['app-notices']} role="region" aria-label={t('app.notice.label')}>
      {open.map((notice) => (
        <Note
          key={messageText(notice)}
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
          <MessageText message={notice} />
        </Note>
      ))}
    </Announced>
  );
}
