import { ActionIcon, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { toApiError } from '../../api/client';
import type { CallId, ServerId } from '../../api/generated/contract';
import { useWireText } from '../../api/queries';
import { CodeView } from '../../components/CodeView/CodeView';
import { CopyButton } from '../../components/CopyButton';
import { Icon } from '../../components/Icon';
import { VisibleText } from '../../components/VisibleText';
import { formatBytes } from '../../lib/format';
import { prettyJson } from '../../lib/prettyJson';
import { frameName } from './words';
import './wire.css';

interface FrameTextProps {
  serverId: ServerId;
  seq: number;
  onClose: () => void;
  /** Shows the frames of one call only. */
  onCall: (callId: CallId) => void;
}

/** The text of one frame, laid out; what is copied is exactly what passed. */
export function FrameText({ serverId, seq, onClose, onCall }: FrameTextProps): ReactNode {
  const text = useWireText(serverId, seq);
  const frame = text.data?.frame;
  const exact = text.data?.text;
  return (
    <section className="wire-text" aria-label={`Frame ${seq}`}>
      <div className="wire-text-head">
        <h3>
          {frame === undefined ? `Frame ${seq}` : <VisibleText text={frameName(frame)} />}
          {frame?.rpcId != null && <span className="wire-id"> id {frame.rpcId}</span>}
        </h3>
        {frame !== undefined && <span className="wire-count">{formatBytes(frame.sizeBytes)}</span>}
        <div className="wire-tools">
          {frame?.callId != null && (
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() => frame.callId !== null && onCall(frame.callId)}
            >
              Its call only
            </Button>
          )}
          {exact !== undefined && <CopyButton label="Copy the exact text" text={() => exact} />}
          <ActionIcon variant="subtle" size="sm" aria-label="Close the frame" onClick={onClose}>
            <Icon name="close" size={14} />
          </ActionIcon>
        </div>
      </div>
      <div className="wire-text-body">
        {text.isPending && <p className="wire-quiet">Reading the frame …</p>}
        {text.isError && <p className="wire-quiet">{toApiError(text.error).message}</p>}
        {exact !== undefined && <CodeView label="Text of the frame" text={prettyJson(exact)} />}
      </div>
      {text.data?.truncated === true && (
        <p className="wire-cut-note">Cut at 1 MiB; the log keeps no more of a frame than that.</p>
      )}
    </section>
  );
}
