import { useState } from 'react';
import type { ReactNode } from 'react';
import { ActionIcon } from '../../kit/controls';
import { Icon } from '../../kit/Icon';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import type { Sendable } from './fits';
import { SendToTool } from './LazySendToTool';

/** Offers a content of a result to the tools that take such a one. */
export function SendButton({ content }: { content: Sendable }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const label = t('content.send.button', { name: visibleString(content.name) });
  return (
    <>
      <ActionIcon size="xs" variant="subtle" aria-label={label} title={label} onClick={() => setOpen(true)}>
        <Icon name="tool" size={14} />
      </ActionIcon>
      {isOpen && <SendToTool content={content} onClose={() => setOpen(false)} />}
    </>
  );
}
