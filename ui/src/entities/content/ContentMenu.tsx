import { ActionIcon, Button, Menu, Modal } from '../../kit/controls';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { readContent } from '../../api/contents';
import type { ContentId, ResourceContents } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { copyAndSay } from '../../lib/copyAndSay';
import { formatBytes } from '../../lib/format';
import { base64OfBytes } from '../../lib/hex';
import { notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { SendToTool } from '../sendTo/LazySendToTool';
import { saveContents } from './saveContents';
import { ENCODED_BYTES, sendableContents } from './sendable';

interface ContentMenuProps {
  contents: ResourceContents;
  sizeBytes: number;
  name: string;
  serverLabel: string;
}

/** What can be done with one content: save, open in another app, copy. */
export function ContentMenu({ contents, sizeBytes, name, serverLabel }: ContentMenuProps): ReactNode {
  const [asking, setAsking] = useState(false);
  const [isSending, setSending] = useState(false);
  const { contentId, body, uri, mimeType } = contents;
  const sendable = useMemo(() => sendableContents(name, contents, sizeBytes), [name, contents, sizeBytes]);
  const label = t('content.menu', { name: visibleString(name) });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size="md" aria-label={label} title={label}>
            <Icon name="more" size={14} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {contentId !== null && (
            <>
              <Menu.Item
                leftSection={<Icon name="download" size={14} />}
                onClick={() => void saveContents([contentId])}
              >
                {t('content.save.as')}
              </Menu.Item>
              <Menu.Item leftSection={<Icon name="frameOut" size={14} />} onClick={() => setAsking(true)}>
                {t('content.save.open')}
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          {body.kind === 'text' && (
            <Menu.Item
              leftSection={<Icon name="copy" size={14} />}
              onClick={() => void copyAndSay(body.text)}
            >
              {t('content.copyText')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name="copy" size={14} />} onClick={() => void copyAndSay(uri)}>
            {t('shared.rowMenu.copyUri')}
          </Menu.Item>
          {contentId !== null && sizeBytes <= ENCODED_BYTES && (
            <Menu.Item
              leftSection={<Icon name="copy" size={14} />}
              onClick={() => void dataUrl(contentId, mimeType).then(copyAndSay, notifyError)}
            >
              {t('content.copyDataUrl')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="tool" size={14} />} onClick={() => setSending(true)}>
            {t('content.send.action')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSending && <SendToTool content={sendable} onClose={() => setSending(false)} />}
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

async function dataUrl(contentId: ContentId, mimeType: string | null): Promise<string> {
  const base64 = base64OfBytes(await readContent(contentId));
  return `data:${mimeType ?? 'application/octet-stream'};base64,${base64}`;
}

interface OpenDialogProps {
  contentId: ContentId;
  name: string;
  size: string;
  server: string;
  onClose: () => void;
}

/** Asks before a copy of a content is given to another app. */
function OpenDialog({ contentId, name, size, server, onClose }: OpenDialogProps): ReactNode {
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
