import type { ReactNode } from 'react';
import type { Message } from '../../api/generated/contract';
import { VisibleText } from '../../kit/VisibleText';
import { messageText } from '../../words/message';

/** A message of the core, with hidden characters of its parameters made visible. */
export const MessageText = ({ message }: { message: Message }): ReactNode => (
  <VisibleText text={messageText(message)} />
);
