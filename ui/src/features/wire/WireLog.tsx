import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { SavedFile, ServerSnapshot, WireFrame } from '../../api/generated/contract';
import { clearWireLog, useWireLog } from '../../api/wire';
import { useOperation } from '../../api/queries';
import { EmptyState } from '../../components/EmptyState';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Note } from '../../components/Note';
import { formatBytes } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { pointWire, wireFocus } from '../../lib/panels';
import { useStore } from '../../lib/store';
import { EVERYTHING, isEverything, startFiltering } from './filter';
import type { WireFilter } from './filter';
import { FrameList } from './FrameList';
import { FrameText } from './FrameText';
import { WireHead } from './WireHead';

interface WireLogProps {
  server: ServerSnapshot;
  servers: readonly ServerSnapshot[];
  onServer: (server: ServerSnapshot) => void;
}

/** The log of one server, with what filters it and the text of the selected frame. */
export function WireLog({ server, servers, onServer }: WireLogProps): ReactNode {
  const focus = useStore(wireFocus);
  const log = useWireLog(server.id);
  const [filter, setFilter] = useState<WireFilter>(EVERYTHING);
  const [saved, setSaved] = useState<SavedFile | null>(null);
  const save = useOperation('wire.save');
  // "This call only" goes along when the view above turns to another call.
  const followed = useMemo(
    () => (filter.callId === null || focus.callId === null ? filter : { ...filter, callId: focus.callId }),
    [filter, focus.callId],
  );
  const shown = useFiltered(log.items, followed);

  const selected = focus.seq;
  const select = (seq: number | null): void => wireFocus.set((previous) => ({ ...previous, seq }));
  const onSave = (): void =>
    save.mutate({ serverId: server.id }, { onSuccess: setSaved, onError: notifyError });
  const onClear = (): void => {
    select(null);
    clearWireLog(server.id).catch(notifyError);
  };

  return (
    <>
      <WireHead
        server={server}
        servers={servers}
        onServer={onServer}
        total={log.items.length}
        dropped={log.dropped}
        shown={shown.length}
        filter={filter}
        onFilter={setFilter}
        callInView={focus.callId}
        saving={save.isPending}
        onSave={onSave}
        onClear={onClear}
      />
      <div className="wire-body">
        {log.state.kind === 'failed' ? (
          <ErrorNotice shape="pane" error={log.state.error} onRetry={log.reload} />
        ) : shown.length > 0 ? (
          <FrameList
            label={`Frames of ${server.label}`}
            frames={shown}
            selectedSeq={selected}
            callInView={focus.callId}
            onSelect={select}
          />
        ) : (
          <NoFrames
            loading={log.state.kind !== 'ready'}
            filter={filter}
            onAll={() => setFilter(EVERYTHING)}
          />
        )}
        {selected !== null && (
          <FrameText
            key={selected}
            serverId={server.id}
            seq={selected}
            onClose={() => select(null)}
            onCall={(callId) => {
              pointWire({ serverId: server.id, callId, seq: selected });
              setFilter({ ...filter, callId });
            }}
          />
        )}
      </div>
      {saved !== null && <SavedNote saved={saved} onClose={() => setSaved(null)} />}
    </>
  );
}

interface NoFramesProps {
  loading: boolean;
  filter: WireFilter;
  onAll: () => void;
}

function NoFrames({ loading, filter, onAll }: NoFramesProps): ReactNode {
  if (loading) return <p className="wire-quiet">Reading the log …</p>;
  if (isEverything(filter))
    return <p className="wire-quiet">Nothing has passed between Usher and this server yet.</p>;
  return (
    <EmptyState
      icon="filter"
      title="No frame matches"
      actions={
        <Button size="xs" onClick={onAll}>
          Show all frames
        </Button>
      }
    />
  );
}

function SavedNote({ saved, onClose }: { saved: SavedFile; onClose: () => void }): ReactNode {
  return (
    <div className="wire-saved">
      <Note
        tone="ok"
        icon="check"
        role="status"
        actions={
          <Button size="xs" variant="subtle" onClick={onClose}>
            Close
          </Button>
        }
      >
        Saved {formatBytes(saved.sizeBytes)}, secrets left out, to <code>{saved.path}</code>
      </Note>
    </div>
  );
}

function useFiltered(frames: readonly WireFrame[], filter: WireFilter): readonly WireFrame[] {
  const [filtering] = useState(startFiltering);
  return useMemo(() => filtering(frames, filter), [filtering, frames, filter]);
}
