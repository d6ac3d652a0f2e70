import { Segments } from '../../kit/controls';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type {
  JsonValue,
  PromptMessage,
  PromptOutcome,
  ServerId,
  ServerSnapshot,
} from '../../api/generated/contract';
import { ContentBlocks } from '../../entities/content/ContentBlocks';
import { CameFrom } from '../../entities/content/origin';
import { Announced } from '../../kit/Announced';
import { JsonView } from '../../kit/JsonView/JsonView';
import { Note } from '../../kit/Note';
import { Quote } from '../../entities/message/Quote';
import { VisibleText } from '../../kit/VisibleText';
import { formatDuration } from '../../lib/format';
import { isObject, own } from '../../lib/json';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import type { Got } from './got';
import { PromptBar } from './PromptBar';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './prompts.module.css';

interface PromptMessagesProps {
  got: Got;
  /** All that was got of this prompt in this session, newest first. */
  all: readonly Got[];
  server: ServerSnapshot | undefined;
  title: string;
}

/** The messages a prompt became, or the whole answer as it came. */
export function PromptMessages({ got, all, server, title }: PromptMessagesProps): ReactNode {
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
        <h3>{t('prompts.messages.title')}</h3>
        <Announced as="span" className={cx(layout.t3, layout.fs12, layout.num)}>
          {t('prompts.messages.count', {
            count: outcome.messages.length,
            time: formatDuration(outcome.durationMs),
          })}
        </Announced>
        <span className={cx(layout.end, layout.row)}>
          <PromptBar got={got} all={all} title={title} />
        </span>
        <Segments
          size="xs"
          label={t('prompts.messages.view')}
          data={[
            { value: 'messages', label: t('prompts.messages.title') },
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
          <>
            {outcome.description !== null && (
              <Quote {...(server === undefined ? {} : { server })} text={outcome.description} />
            )}
            {outcome.messages.length === 0 && <Note>{t('prompts.messages.none')}</Note>}
            <CameFrom value={origin}>
              <ol className={styles['prompt-list']}>
                {outcome.messages.map((message, index) => (
                  // Messages have no identity but their place.
                  // oxlint-disable-next-line react/no-array-index-key
                  <Message
                    key={index}
                    message={message}
                    place={index + 1}
                    raw={rawContent(outcome, index)}
                    serverId={serverId}
                    serverLabel={server?.label ?? t('prompts.unknownServer')}
                  />
                ))}
              </ol>
            </CameFrom>
          </>
        )}
      </div>
    </section>
  );
}

interface MessageProps {
  message: PromptMessage;
  /** Which one of the messages, from 1. */
  place: number;
  /** Its content as it came. */
  raw: JsonValue | undefined;
  serverId: ServerId;
  serverLabel: string;
}

function Message({ message, place, raw, serverId, serverLabel }: MessageProps): ReactNode {
  return (
    <li className={styles['prompt-message']} data-role={message.role}>
      <span className={styles['prompt-role']}>
        <VisibleText text={message.role} />
      </span>
      <ContentBlocks
        blocks={[message.content]}
        first={place}
        raw={raw === undefined ? undefined : [raw]}
        serverId={serverId}
        serverLabel={serverLabel}
      />
    </li>
  );
}

/** The content of a message as it came, if each message was usable. */
function rawContent({ raw, messages }: PromptOutcome, index: number): JsonValue | undefined {
  const listed = isObject(raw) ? own(raw, 'messages') : undefined;
  if (!Array.isArray(listed) || listed.length !== messages.length) return undefined;
  const message = listed[index];
  return isObject(message) ? own(message, 'content') : undefined;
}
