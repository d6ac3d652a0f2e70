import { ActionIcon, Button, Menu, Modal } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ContentId } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../message/ErrorNotice';
import { ContextMenu, MenuEntries } from '../../kit/ContextMenu';
import type { ContextMenuContent, MenuEntry } from '../../kit/ContextMenu';
import { Icon } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import { copyAndSay } from '../../lib/copyAndSay';
import { formatBytes } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { SendToTool } from '../sendTo/LazySendToTool';
import type { Sendable } from '../sendTo/fits';
import { copyPicture } from './copyPicture';
import { saveContents, saveText, textFileName } from './saveContents';
import type { Handled } from './sendable';

interface ContentMenuProps {
  of: Handled;
  serverLabel: string;
  /** `inline` = beside the content in a message. */
  place: 'bar' | 'inline';
}

/** What can be done with one content: save, open in another app, copy, send to a tool. */
export function ContentMenu({ of, serverLabel, place }: ContentMenuProps): ReactNode {
  const { label, entries, dialogs } = useContentActions(of, serverLabel);
  if (entries.length === 0) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            size={place === 'bar' ? 'md' : 'xs'}
            {...(place === 'inline' ? { variant: 'subtle' } : {})}
            aria-label={label}
            title={label}
          >
            <Icon name="more" size={14} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuEntries entries={entries} />
        </Menu.Dropdown>
      </Menu>
      {dialogs}
    </>
  );
}

interface ContentContextProps extends Pick<ContentMenuProps, 'of' | 'serverLabel'> {
  className?: string | undefined;
  children: ReactNode;
}

/** Gives a content the same as its context menu. */
export function ContentContext({ of, serverLabel, className, children }: ContentContextProps): ReactNode {
  const { label, entries, dialogs } = useContentActions(of, serverLabel);
  return (
    <>
      <ContextMenu content={() => (entries.length === 0 ? null : { label, entries })} className={className}>
        {children}
      </ContextMenu>
      {dialogs}
    </>
  );
}

interface ContentActions extends ContextMenuContent {
  /** What asks before something is done; drawn beside the menu. */
  dialogs: ReactNode;
}

function useContentActions(of: Handled, serverLabel: string): ContentActions {
  const [asking, setAsking] = useState(false);
  const [isSending, setSending] = useState(false);
  const { content, contentId, sizeBytes, mimeType, picture } = of;
  const { name, uri, text, base64 } = content;
  const save =
    contentId !== null
      ? () => saveContents([contentId])
      : text !== null
        ? () => saveText(textFileName(name), text)
        : null;
  const copies = [
    ...(text === null ? [] : [entry('copy', t('content.copyText'), () => void copyAndSay(text))]),
    ...(picture === null ? [] : [entry('copy', t('content.copyImage'), () => void copyPicture(picture))]),
    ...(uri === null ? [] : [entry('copy', t('common.copyUri'), () => void copyAndSay(uri))]),
    ...(contentId === null || base64 === null
      ? []
      : [
          entry(
            'copy',
            t('content.copyDataUrl'),
            () => void dataUrl(base64, mimeType).then(copyAndSay, notifyError),
          ),
        ]),
  ];
  const groups = [
    [
      ...(save === null ? [] : [entry('download', t('content.save.as'), () => void save())]),
      ...(contentId === null ? [] : [entry('frameOut', t('content.save.open'), () => setAsking(true))]),
    ],
    copies,
    isSendable(content) ? [entry('tool', t('content.send.action'), () => setSending(true))] : [],
  ].filter(({ length }) => length > 0);
  return {
    label: t('content.menu', { name: visibleString(name) }),
    entries: groups.flatMap((group, index) =>
      index === 0 ? group : [{ kind: 'divider' as const }, ...group],
    ),
    dialogs: (
      <>
        {isSending && <SendToTool content={content} onClose={() => setSending(false)} />}
        {asking && contentId !== null && (
          <OpenDialog
            contentId={contentId}
            name={visibleString(name)}
            size={formatBytes(sizeBytes)}
            server={visibleString(serverLabel)}
            onClose={() => setAsking(false)}
          />
        )}
      </>
    ),
  };
}

const entry = (icon: IconName, label: string, onPick: () => void): MenuEntry => ({
  kind: 'action',
  icon,
  label,
  onPick,
});

const isSendable = ({ uri, text, base64 }: Sendable): boolean =>
  uri !== null || text !== null || base64 !== null;

const dataUrl = async (base64: () => Promise<string>, mimeType: string | null): Promise<string> =>
  `data:${mimeType ?? 'application/octet-stream'};base64,${await base64()}`;

interface OpenDialogProps {
  contentId: ContentId;
  name: string;
  size: string;
  server: string;
  onClose: () => void;
}

/** Asks before a copy of a content is given to another app. */
export function OpenDialog({ contentId, name, size, server, onClose }: OpenDialogProps): ReactNode {
  const open = useOperation('content.open', { onSuccess: onClose });
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      size="md"
      title={t('content.save.openTitle', { name })}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
    >
      <p>{t('content.save.openHelp', { size, server })}</p>
      {open.isError && <ErrorNotice error={open.error} />}
      <div className={cx(layout.row, layout['dialog-actions'])}>
        <Button size="md" variant="subtle" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          size="md"
          variant="filled"
          data-autofocus
          loading={open.isPending}
          onClick={() => open.mutate({ contentId })}
        >
          {t('common.open')}
        </Button>
      </div>
    </Modal>
  );
}
