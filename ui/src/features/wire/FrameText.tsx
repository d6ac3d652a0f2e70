import { ActionIcon, Button } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { call, toApiError } from '../../api/client';
import type { CallId, ServerSnapshot, WireCopyForm, WireFrame } from '../../api/generated/contract';
import { useAnswer } from '../../api/queries';
import { CodeView } from '../../kit/CodeView/CodeView';
import { CopyButton } from '../../kit/CopyButton';
import { Icon } from '../../kit/Icon';
import { Note } from '../../kit/Note';
import { Segments } from '../../kit/Segments';
import { VisibleText } from '../../kit/VisibleText';
import { copyText } from '../../lib/clipboard';
import { formatBytes } from '../../lib/format';
import { isObject, own, readJson, type JsonReading } from '../../lib/json';
import { prettyJson } from '../../lib/prettyJson';
import { fillWithWire } from '../../lib/panels';
import { notify, notifyError } from '../../lib/notify';
import { frameName } from './words';
import { t } from '../../words/translate';
import styles from './wire.module.css';

interface FrameTextProps {
  server: ServerSnapshot;
  seq: number;
  onClose: () => void;
  /** Shows the frames of one call only. */
  onCall: (callId: CallId) => void;
}

/** The text of one frame, laid out so that it folds or exactly as it passed. What is copied is what passed. */
export function FrameText({ server, seq, onClose, onCall }: FrameTextProps): ReactNode {
  const text = useAnswer('wire.get', seq === null ? null : { serverId: server.id, seq });
  const frame = text.data?.frame;
  const exact = text.data?.text;
  const [raw, setRaw] = useState(false);
  const reading = useMemo(() => (exact === undefined ? undefined : readJson(exact)), [exact]);
  const callId = frame?.callId ?? null;
  const tool = frame?.kind === 'request' && frame.method === 'tools/call' ? toolIn(reading) : null;
  const navigate = useNavigate();
  return (
    <section className={styles['wire-text']} aria-label={t('protocolLog.message.title', { seq })}>
      <div className={styles['wire-text-head']}>
        <h3>
          {frame === undefined ? (
            t('protocolLog.message.title', { seq })
          ) : (
            <VisibleText text={frameName(frame)} />
          )}
          {frame?.rpcId != null && <span className={styles['wire-id']}> id {frame.rpcId}</span>}
        </h3>
        {frame !== undefined && <span className={styles['wire-count']}>{formatBytes(frame.sizeBytes)}</span>}
        <div className={styles['wire-tools']}>
          {callId !== null && (
            <Button variant="subtle" size="xs" onClick={() => onCall(callId)}>
              {t('protocolLog.action.thisCall')}
            </Button>
          )}
          {tool !== null && (
            <Button
              variant="subtle"
              size="xs"
              onClick={() => {
                fillWithWire(false);
                void navigate({ to: '/tools', search: { server: server.id, item: tool } });
              }}
            >
              {t('common.openTool')}
            </Button>
          )}
          {reading?.kind === 'value' && (
            <Segments
              label={t('protocolLog.message.view')}
              data={[
                { value: 0, label: t('protocolLog.message.formatted') },
                { value: 1, label: t('protocolLog.message.raw') },
              ]}
              value={raw ? 1 : 0}
              onChange={(index) => setRaw(index === 1)}
            />
          )}
          {exact !== undefined && <CopyButton label={t('protocolLog.message.copyText')} text={() => exact} />}
          <ActionIcon
            variant="subtle"
            size="xs"
            aria-label={t('protocolLog.message.close')}
            onClick={onClose}
          >
            <Icon name="close" size={14} />
          </ActionIcon>
        </div>
      </div>
      <div className={styles['wire-text-body']}>
        {text.isPending && <p className={styles['wire-quiet']}>{t('common.loading')}</p>}
        {text.isError && <p className={styles['wire-quiet']}>{toApiError(text.error).message}</p>}
        {frame?.kind === 'noise' && <Note tone="lamp">{t('protocolLog.message.noise')}</Note>}
        {frame?.kind !== 'noise' && reading?.kind === 'problem' && (
          <Note tone="lamp">
            {t('protocolLog.message.invalidJson', {
              problem: reading.message,
              line: reading.line,
              column: reading.column,
            })}
          </Note>
        )}
        {exact !== undefined && (
          <CodeView
            label={t('protocolLog.message.text')}
            text={reading?.kind === 'value' && !raw ? prettyJson(exact) : exact}
            language={reading?.kind === 'value' ? 'json' : 'plain'}
          />
        )}
      </div>
      {frame !== undefined && <CopyLine server={server} frame={frame} />}
      {text.data?.truncated === true && (
        <p className={styles['wire-cut-note']}>{t('protocolLog.message.truncated')}</p>
      )}
    </section>
  );
}

/** The tool a call names. */
function toolIn(reading: JsonReading | undefined): string | null {
  if (reading?.kind !== 'value' || !isObject(reading.value)) return null;
  const params = own(reading.value, 'params');
  const name = isObject(params) ? own(params, 'name') : null;
  return typeof name === 'string' ? name : null;
}

/** The frame in forms that can be taken elsewhere. */
function CopyLine({ server, frame }: { server: ServerSnapshot; frame: WireFrame }): ReactNode {
  const copy = async (form: WireCopyForm, done: string): Promise<void> => {
    const copied = call('wire.copy', { serverId: server.id, seq: frame.seq, form });
    notify((await copyText(copied.then(({ text }) => text))) ? done : t('common.copyFailed'));
  };
  const command = server.origin.kind === 'host' ? 'curl' : 'shell';
  return (
    <div className={styles['wire-copy']}>
      <Button
        size="xs"
        variant="subtle"
        onClick={() => void copy('json', t('protocolLog.copy.jsonDone')).catch(notifyError)}
      >
        {t('common.copyJson')}
      </Button>
      {frame.direction === 'out' && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => void copy('command', t(`protocolLog.copy.${command}Done`)).catch(notifyError)}
        >
          {t(`protocolLog.copy.${command}`)}
        </Button>
      )}
    </div>
  );
}
