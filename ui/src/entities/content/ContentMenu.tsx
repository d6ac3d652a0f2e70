import { ActionIcon, Button, Menu, Modal } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ContentId } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../message/ErrorNotice';
import { Icon } from '../../kit/Icon';
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
  const [asking, setAsking] = useState(false);
  const [isSending, setSending] = useState(false);
  const { content, contentId, sizeBytes, mimeType, picture } = of;
  const { name, uri, text, base64 } = content;
  const label = t('content.menu', { name: visibleString(name) });
  const save =
    contentId !== null
      ? () => saveContents([contentId])
      : text !== null
        ? () => saveText(textFileName(name), text)
        : null;
  if (save === null && !isSendable(content)) return null;
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
          {save !== null && (
            <Menu.Item leftSection={<Icon name="download" size={14} />} onClick={() => void save()}>
              {t('content.save.as')}
            </Menu.Item>
          )}
          {contentId !== null && (
            <Menu.Item leftSection={<Icon name="frameOut" size={14} />} onClick={() => setAsking(true)}>
              {t('content.save.open')}
            </Menu.Item>
          )}
          {save !== null && <Menu.Divider />}
          {text !== null && (
            <Menu.Item leftSection={<Icon name="copy" size={14} />} onClick={() => void copyAndSay(text)}>
              {t('content.copyText')}
            </Menu.Item>
          )}
          {picture !== null && (
            <Menu.Item leftSection={<Icon name="copy" size={14} />} onClick={() => void copyPicture(picture)}>
              {t('content.copyImage')}
            </Menu.Item>
          )}
          {uri !== null && (
            <Menu.Item leftSection={<Icon name="copy" size={14} />} onClick={() => void copyAndSay(uri)}>
              {t('shared.rowMenu.copyUri')}
            </Menu.Item>
          )}
          {contentId !== null && base64 !== null && (
            <Menu.Item
              leftSection={<Icon name="copy" size={14} />}
              onClick={() => void dataUrl(base64, mimeType).then(copyAndSay, notifyError)}
            >
              {t('content.copyDataUrl')}
            </Menu.Item>
          )}
          {isSendable(content) && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<Icon name="tool" size={14} />} onClick={() => setSending(true)}>
                {t('content.send.action')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
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
  );
}

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
          {t('content.save.openNow')}
        </Button>
      </div>
    </Modal>
  );
}
