import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AskId } from '../../api/generated/contract';
import { useAsks } from '../../api/queries';
import { Icon } from '../../components/Icon';
import { askSentence } from '../../lib/asks';
import { askedLink } from '../../lib/panels';
import { useStore } from '../../lib/store';
import './approvals.css';

interface AskStripProps {
  /** Goes to the question. */
  onOpen: (askId: AskId) => void;
}

/** One line above every view while something waits for the person. It takes its own room and never the focus. */
export function AskStrip({ onOpen }: AskStripProps): ReactNode {
  const inDialog = useStore(askedLink)?.id;
  const asks = (useAsks().data ?? []).filter(({ id }) => id !== inDialog);
  const first = asks[0];
  if (first === undefined) return null;
  const others = asks.length - 1;
  return (
    <div className="ask-strip" role="status">
      <Icon name="approval" />
      <span className="grow cut">
        <span className="b">{first.serverLabel}</span> {askSentence(first)}
        {others > 0 && (
          <span className="t2">
            , and {others === 1 ? '1 other question waits' : `${others} others wait`}
          </span>
        )}
      </span>
      <Button size="xs" onClick={() => onOpen(first.id)}>
        Answer
      </Button>
    </div>
  );
}
