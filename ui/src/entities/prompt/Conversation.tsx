import type { ReactNode } from 'react';
import type {
  JsonValue,
  PromptMessage,
  PromptOutcome,
  ServerSnapshot,
  SourceId,
} from '../../api/generated/contract';
import { Note } from '../../kit/Note';
import { VisibleText } from '../../kit/VisibleText';
import { isObject, own } from '../../lib/json';
import { t } from '../../words/translate';
import { ContentBlocks } from '../content/ContentBlocks';
import { useFirst, weightOfBlock } from '../content/useFirst';
import { Quote } from '../message/Quote';
import styles from './conversation.module.css';

/** What a prompt gave, of now or of the history. */
export type Said = Pick<PromptOutcome, 'description' | 'messages' | 'raw'>;

interface ConversationProps {
  said: Said;
  serverId: SourceId;
  serverLabel: string;
  /** Signs what it says of them, where nothing else names it nearby. */
  server?: ServerSnapshot | undefined;
}

/** The messages of a prompt as a conversation, with what the server says of them. */
export function Conversation({ said, serverId, serverLabel, server }: ConversationProps): ReactNode {
  const { description, messages } = said;
  const { first, more } = useFirst(messages, ({ content }) => weightOfBlock(content));
  return (
    <>
      {description !== null && <Quote {...(server === undefined ? {} : { server })} text={description} />}
      {messages.length === 0 && <Note>{t('prompts.messages.none')}</Note>}
      <ol className={styles['prompt-list']}>
        {first.map((message, index) => (
          // Messages have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <Message
            key={index}
            message={message}
            place={index + 1}
            raw={rawContent(said, index)}
            serverId={serverId}
            serverLabel={serverLabel}
          />
        ))}
      </ol>
      {more}
    </>
  );
}

interface MessageProps {
  message: PromptMessage;
  /** Which one of the messages, from 1. */
  place: number;
  /** Its content as it came. */
  raw: JsonValue | undefined;
  serverId: SourceId;
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
function rawContent({ raw, messages }: Said, index: number): JsonValue | undefined {
  const listed = isObject(raw) ? own(raw, 'messages') : undefined;
  if (!Array.isArray(listed) || listed.length !== messages.length) return undefined;
  const message = listed[index];
  return isObject(message) ? own(message, 'content') : undefined;
}
