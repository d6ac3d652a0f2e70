import { ActionIcon, Button, Select, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ALL_RECORDS } from '../../api/approvalRecords';
import type {
  ApprovalEnding,
  ApprovalKind,
  ApprovalRecordFilter,
  ApprovalRecordId,
  SavedFile,
} from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { EmptyState } from '../../components/EmptyState';
import { Icon } from '../../components/Icon';
import { ListPane } from '../../components/ListPane';
import { Panes } from '../../components/Panes';
import { RecordDetail } from '../../components/Records/RecordDetail';
import { RecordList } from '../../components/Records/RecordList';
import { ENDING_NAMES, endingWord, KIND_NAMES, kindWord } from '../../components/Records/words';
import { SavedNote } from '../../components/SavedNote';
import type { SectionListHandle } from '../../components/SectionList';
import { ServerFilter } from '../../components/ServerFilter';
import { notifyError } from '../../lib/notify';
import { ClearButton } from './ClearButton';
import { TabSwitch } from './TabSwitch';
import type { ActivityTab } from './TabSwitch';

const endingChoices = () => [
  { value: '', label: 'Any ending' },
  ...ENDING_NAMES.map((ending) => ({ value: ending, label: endingWord(ending) })),
];
const kindChoices = () => [
  { value: '', label: 'Any kind' },
  ...KIND_NAMES.map((kind) => ({ value: kind, label: kindWord(kind) })),
];

/** Every question servers asked, and what became of it. */
export function RecordsScreen({ onTab }: { onTab: (tab: ActivityTab) => void }): ReactNode {
  const { filter: serverId = null, item } = useSearch({ from: '/activity' });
  const navigate = useNavigate({ from: '/activity' });
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text.trim(), 150);
  const [ending, setEnding] = useState<ApprovalEnding | null>(null);
  const [kind, setKind] = useState<ApprovalKind | null>(null);
  const [saved, setSaved] = useState<SavedFile | null>(null);
  const save = useOperation('approvalRecord.save', { onSuccess: setSaved, onError: notifyError });
  const list = useRef<SectionListHandle>(null);
  const filter = useMemo(
    (): ApprovalRecordFilter => ({
      ...ALL_RECORDS,
      serverId,
      approvalKind: kind,
      endings: ending === null ? [] : [ending],
      text: wanted === '' ? null : wanted,
    }),
    [serverId, kind, ending, wanted],
  );
  const narrowed = wanted !== '' || ending !== null || kind !== null;
  const showAll = (): void => {
    setText('');
    setEnding(null);
    setKind(null);
  };
  return (
    <Panes
      listLabel="approvals"
      chosen={item !== undefined}
      list={
        <ListPane
          title="Activity"
          actions={
            <>
              <ServerFilter
                value={serverId}
                onChange={(next) =>
                  void navigate({
                    search: { view: 'approvals', ...(next === null ? {} : { filter: next }) },
                  })
                }
              />
              <Tooltip label="Save these to a file">
                <ActionIcon
                  aria-label="Save these to a file"
                  loading={save.isPending}
                  onClick={() => save.mutate({ filter })}
                >
                  <Icon name="download" size={14} />
                </ActionIcon>
              </Tooltip>
              <ClearButton what="questions" serverId={serverId} />
            </>
          }
          search={{
            label: 'Search approvals',
            value: text,
            onChange: setText,
            onEnterList: () => list.current?.focus(),
          }}
          notice={
            <>
              <TabSwitch tab="approvals" onTab={onTab} />
              <div className="activity-filters">
                <Select
                  aria-label="Kind of question"
                  allowDeselect={false}
                  data={kindChoices()}
                  value={kind ?? ''}
                  onChange={(value) => setKind(KIND_NAMES.find((each) => each === value) ?? null)}
                />
                <Select
                  aria-label="How the question ended"
                  allowDeselect={false}
                  data={endingChoices()}
                  value={ending ?? ''}
                  onChange={(value) => setEnding(ENDING_NAMES.find((each) => each === value) ?? null)}
                />
              </div>
            </>
          }
        >
          {saved !== null && <SavedNote saved={saved} onClose={() => setSaved(null)} />}
          <RecordList
            filter={filter}
            selected={item ?? null}
            onSelect={({ id }) =>
              void navigate({
                search: { view: 'approvals', item: id, ...(serverId === null ? {} : { filter: serverId }) },
              })
            }
            handle={list}
            empty={<NoRecords narrowed={narrowed} onAll={showAll} />}
          />
        </ListPane>
      }
      detail={
        item === undefined ? (
          <EmptyState icon="approval" title="Choose a question">
            What was shown, what you changed and what was sent are kept here. Secrets are not.
          </EmptyState>
        ) : (
          <RecordDetail key={item} id={item as ApprovalRecordId} />
        )
      }
    />
  );
}

function NoRecords({ narrowed, onAll }: { narrowed: boolean; onAll: () => void }): ReactNode {
  if (!narrowed) {
    return (
      <EmptyState icon="approval" title="No server has asked anything">
        Every question of a server is kept here, with your answer.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="search"
      title="No question matches"
      role="status"
      actions={
        <Button size="xs" onClick={onAll}>
          Show all questions
        </Button>
      }
    />
  );
}
