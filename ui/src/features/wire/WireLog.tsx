import { Button } from '../../kit/controls';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { SavedFile, ServerSnapshot, WireFilter } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { clearWireLog, useWireLog } from '../../api/wire';
import { useWireSearch } from '../../api/wireSearch';
import { EmptyState } from '../../kit/EmptyState';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { SavedNote } from '../../entities/content/SavedNote';
import { notifyError } from '../../lib/notify';
import { keptState } from '../../lib/keptState';
import { narrowWire, pointWire, wireFocus } from '../../lib/panels';
import { useStore } from '../../lib/store';
import { EVERYTHING, isEverything, PINGS } from './filter';
import { FrameList } from './FrameList';
import { foundFrames, wholeLog, withoutFrames } from './frames';
import { FrameText } from './FrameText';
import { WireFilters } from './WireFilters';
import { WireHead } from './WireHead';
import { t } from '../../words/translate';
import styles from './wire.module.css';

/** Typing pauses this long before the log is searched. */
const SEARCH_AFTER_MS = 150;

const usePingsHidden = keptState(true);

interface WireLogProps {
  server: ServerSnapshot;
  servers: readonly ServerSnapshot[];
  onServer: (server: ServerSnapshot) => void;
}

/** The log of one server, with what filters it and the text of the selected frame. */
export function WireLog({ server, servers, onServer }: WireLogProps): ReactNode {
  const { callId, onlyCall, seq } = useStore(wireFocus);
  const { log, extent, state } = useWireLog(server.id);
  const [filter, setFilter] = useState<WireFilter>(EVERYTHING);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const [pausedAt, setPausedAt] = useState<number | null>(null);
  const [textOpen, setTextOpen] = useState(seq !== null);
  const [saved, setSaved] = useState<SavedFile | null>(null);
  const save = useOperation('wire.save', { onSuccess: setSaved, onError: notifyError });
  const search = useRef<HTMLInputElement>(null);

  const [settled] = useDebouncedValue(filter, SEARCH_AFTER_MS);
  const wanted = useMemo(() => {
    const all = { ...settled, callId: onlyCall };
    return isEverything(all) ? null : all;
  }, [settled, onlyCall]);
  const found = useWireSearch(server.id, wanted, extent.nextSeq);
  const [pingsHidden, setPingsHidden] = usePingsHidden();
  // Whoever asks for pings, or for what went wrong, sees them.
  const mayHide = extent.methods.includes('ping') && settled.method === null && !settled.faultsOnly;
  const pings = useWireSearch(server.id, mayHide ? PINGS : null, extent.nextSeq);
  const end = pausedAt ?? extent.nextSeq;
  const whole = useMemo(
    () => (found === null ? wholeLog(extent, end) : foundFrames(found.seqs, found.count, extent, end)),
    [found, extent, end],
  );
  const calm = useMemo(
    () => (pings === null ? whole : withoutFrames(whole, pings.seqs.slice(0, pings.count))),
    [whole, pings],
  );
  const order = pingsHidden ? calm : whole;

  const select = (next: number): void => wireFocus.set((previous) => ({ ...previous, seq: next }));
  const pause = (): void => setPausedAt(pausedAt === null ? extent.nextSeq : null);
  const showAll = (): void => {
    setFilter(EVERYTHING);
    setPingsHidden(false);
    narrowWire(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !isAtList(event.target)) return;
    if (event.key === '/') search.current?.focus();
    else if (event.key === ' ') pause();
    else return;
    event.preventDefault();
    // The same keys mean something to the screen above.
    event.stopPropagation();
  };

  return (
    // The keys of the list: it takes them wherever in the log it has the focus.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles['wire-log']} onKeyDown={onKeyDown}>
      <WireHead
        server={server}
        servers={servers}
        onServer={onServer}
        extent={extent}
        shown={order.count}
        searching={found?.searching ?? false}
        pings={{ count: whole.count - calm.count, hidden: pingsHidden, onHide: setPingsHidden }}
        filter={filter}
        onFilter={setFilter}
        search={search}
        filtersOpen={filtersOpen}
        onFilters={() => setFiltersOpen(!filtersOpen)}
        missed={pausedAt === null ? null : extent.nextSeq - pausedAt}
        onPause={pause}
        saving={save.isPending}
        onSave={() => save.mutate({ serverId: server.id })}
        onClear={() => {
          setPausedAt(null);
          setTextOpen(false);
          clearWireLog(server.id).catch(notifyError);
        }}
      />
      {filtersOpen && <WireFilters filter={filter} onFilter={setFilter} methods={extent.methods} />}
      <div className={styles['wire-body']}>
        {state.kind === 'failed' || found?.error != null ? (
          <ErrorNotice
            shape="pane"
            error={state.kind === 'failed' ? state.error : found?.error}
            onRetry={() => {
              setFilter({ ...filter });
              void log.load();
            }}
          />
        ) : order.count > 0 ? (
          <FrameList
            label={t('protocolLog.list', { server: server.label })}
            log={log}
            order={order}
            selectedSeq={seq}
            callInView={callId}
            onSelect={select}
            onOpen={(next) => {
              select(next);
              setTextOpen(true);
            }}
            onClose={() => setTextOpen(false)}
          />
        ) : (
          <NoFrames
            busy={state.kind !== 'ready' || found?.searching === true}
            filtered={found !== null || whole.count > 0}
            onAll={showAll}
          />
        )}
        {textOpen && seq !== null && (
          <FrameText
            key={seq}
            server={server}
            seq={seq}
            onClose={() => setTextOpen(false)}
            onCall={(call) => {
              pointWire({ serverId: server.id, callId: call, seq });
              narrowWire(call);
            }}
          />
        )}
      </div>
      {saved !== null && <SavedNote saved={saved} onClose={() => setSaved(null)} />}
    </div>
  );
}

function isAtList(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[role="listbox"]') !== null;
}

interface NoFramesProps {
  busy: boolean;
  filtered: boolean;
  onAll: () => void;
}

function NoFrames({ busy, filtered, onAll }: NoFramesProps): ReactNode {
  if (busy)
    return (
      <p className={styles['wire-quiet']}>{t(filtered ? 'protocolLog.empty.searching' : 'common.loading')}</p>
    );
  if (!filtered) return <p className={styles['wire-quiet']}>{t('common.noMessagesYet')}</p>;
  return (
    <EmptyState
      icon="filter"
      title={t('protocolLog.empty.noMatch')}
      actions={
        <Button size="xs" onClick={onAll}>
          {t('protocolLog.empty.showAll')}
        </Button>
      }
    />
  );
}
