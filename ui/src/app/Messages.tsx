import { Button, Notification } from '@mantine/core';
import { notifications, useNotifications } from '@mantine/notifications';
import type { NotificationData } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { topLevel } from '../lib/announce';
import { useStore } from '../lib/store';
import { t } from '../words/translate';
import styles from './messages.module.css';

/** How many messages are seen at a time: one has its place where it covers nothing. */
const SEEN = 1;

/** The messages that were not dismissed yet, the newest last. Those that came before this was loaded are shown then. */
export function Messages(): ReactNode {
  const { notifications: first, queue } = useNotifications();
  const all = [...first, ...queue];
  const over = useStore(topLevel);
  const [expanded, setExpanded] = useState(false);
  const [pointedAt, setPointedAt] = useState(false);
  const [focused, setFocused] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  /** What had the focus before a message got it. */
  const before = useRef<HTMLElement>(null);
  const hiddenCount = Math.max(0, all.length - SEEN);
  if (expanded && hiddenCount === 0) setExpanded(false);

  const leave = () => {
    if (before.current?.isConnected === true) before.current.focus();
    else box.current?.blur();
  };
  // The focus goes with the message that had it.
  useEffect(() => {
    if (!focused || (document.activeElement !== document.body && document.activeElement !== null)) return;
    if (box.current !== null) return box.current.focus();
    setFocused(false);
    leave();
  }, [all.length, focused]);
  if (all.length === 0) return null;

  const onFocus = ({ target, relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    // Escape leaves the messages; without this mark Mantine closes the dialog below them.
    target.setAttribute('data-mantine-stop-propagation', 'true');
    setFocused(true);
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      before.current = relatedTarget;
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setFocused(false);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    setExpanded(false);
    leave();
  };
  const isHidden = (index: number) => !expanded && index < hiddenCount;
  return (
    // Pointer and focus only hold the time; each control is a button.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={box}
      className={styles['messages']}
      aria-label={t('shared.messages')}
      // A screen reader comes to nothing outside of an open dialog, except to another one.
      role={over === 'window' ? 'region' : 'dialog'}
      aria-modal={over === 'window' ? undefined : true}
      tabIndex={-1}
      data-pane="messages"
      data-over={over}
      data-expanded={expanded || undefined}
      onMouseEnter={() => setPointedAt(true)}
      onMouseLeave={() => setPointedAt(false)}
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      {hiddenCount > 0 && (
        <Button
          size="xs"
          className={styles['more']}
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? t('shared.fewerMessages') : t('shared.moreMessages', { count: hiddenCount })}
        </Button>
      )}
      {all.map((data, index) => (
        <div key={data.id} hidden={isHidden(index)}>
          <Message data={data} isHeld={isHidden(index) || pointedAt || focused} />
        </div>
      ))}
    </div>
  );
}

/** One message. Its time does not run while it is held. */
function Message({ data, isHeld }: { data: NotificationData; isHeld: boolean }): ReactNode {
  const { id = '', autoClose, message, title, color = 'accent', role = 'group', ...rest } = data;
  useEffect(() => {
    if (isHeld || typeof autoClose !== 'number') return;
    const timer = setTimeout(() => notifications.hide(id), autoClose);
    return () => clearTimeout(timer);
  }, [id, isHeld, autoClose]);
  return (
    <Notification
      {...{ title, color, role }}
      closeButtonProps={rest.closeButtonProps ?? {}}
      withCloseButton={rest.withCloseButton ?? true}
      classNames={{
        root: styles['message'],
        body: styles['body'],
        title: styles['title'],
        description: styles['text'],
      }}
      onClose={() => notifications.hide(id)}
    >
      {message}
    </Notification>
  );
}
