import { Segments } from '../../kit/controls';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { ServerSnapshot } from '../../api/generated/contract';
import { CameFrom } from '../../entities/content/origin';
import { Conversation } from '../../entities/prompt/Conversation';
import { Announced } from '../../kit/Announced';
import { JsonView } from '../../kit/JsonView/JsonView';
import { formatDuration } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import type { Got } from './got';
import { PromptBar } from './PromptBar';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './prompts.module.css';

interface PromptMessagesProps {
  got: Got;
  server: ServerSnapshot | undefined;
  title: string;
  /** The way to earlier ones. */
  history: ReactNode;
}

/** The messages a prompt became, or the whole answer as it came. */
export function PromptMessages({ got, server, title, history }: PromptMessagesProps): ReactNode {
  const { outcome, serverId, name, at } = got;
  const origin = useMemo(
    () => ({ kind: 'prompt', serverId, name, title, at }) as const,
    [serverId, name, title, at],
  );
  const [view, setView] = useState('messages');
  return (
    <section
      className={styles['prompt-messages']}
      aria-label={t('prompts.messages.of', { prompt: visibleString(title) })}
    >
      <div className={cx(layout.row, styles['prompt-bar'])}>
        <h3>{t('common.messages')}</h3>
        <Announced as="span" className={cx(layout.t3, layout.fs12, layout.num)}>
          {t('prompts.messages.count', {
            count: outcome.messages.length,
            time: formatDuration(outcome.durationMs),
          })}
        </Announced>
        <span className={cx(layout.end, layout.row)}>
          <PromptBar got={got}>{history}</PromptBar>
        </span>
        <Segments
          size="xs"
          label={t('prompts.messages.view')}
          data={[
            { value: 'messages', label: t('common.messages') },
            { value: 'raw', label: t('common.rawJson') },
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      <div className={cx(layout.scrolls, styles['prompt-scroll'])}>
        {view === 'raw' ? (
          <JsonView label={t('prompts.messages.raw', { prompt: title })} value={outcome.raw} />
        ) : (
          <CameFrom value={origin}>
            <Conversation
              said={outcome}
              serverId={serverId}
              serverLabel={server?.label ?? t('prompts.unknownServer')}
              server={server}
            />
          </CameFrom>
        )}
      </div>
    </section>
  );
}
