import { ActionIcon, Button, Select, Tooltip } from '../../kit/controls';
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
  SourceId,
} from '../../api/generated/contract';
import { useFilteredClient } from '../../api/clients';
import { useOperation } from '../../api/queries';
import { EmptyState } from '../../kit/EmptyState';
import { Icon } from '../../kit/Icon';
import { ListPane } from '../../kit/ListPane';
import { Panes } from '../../entities/layout/Panes';
import { RecordDetail } from '../../entities/record/RecordDetail';
import { RecordList } from '../../entities/record/RecordList';
import { ENDING_NAMES, endingWord, KIND_NAMES, kindWord } from '../../entities/record/words';
import { SavedNote } from '../../entities/content/SavedNote';
import type { SectionListHandle } from '../../kit/SectionList';
import { ServerFilter } from '../../entities/server/ServerFilter';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';
import { ClearButton } from './ClearButton';
import { TabSwitch } from './TabSwitch';
import type { ActivityTab } from './TabSwitch';
import { useOwnerName } from './useOwnerName';
import styles from './activity.module.css';

const statusChoices = () => [
  { value: '', label: t('activity.filter.allStatuses') },
  ...ENDING_NAMES.map((ending) => ({ value: ending, label: endingWord(ending) })),
];
const typeChoices = () => [
  { value: '', label: t('activity.filter.allTypes') },
  ...KIND_NAMES.map((kind) => ({ value: kind, label: kindWord(kind) })),
];

/** Every request of servers, and how it was answered. */
export function RecordsScreen({ onTab }: { onTab: (tab: ActivityTab) => void }): ReactNode {
  const { filter: chosen = null, item } = useSearch({ from: '/activity' });
  const client = useFilteredClient(chosen)?.name;
  const serverId = client === undefined ? chosen : null;
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
      ...(client === undefined ? {} : { client }),
      approvalKind: kind,
      endings: ending === null ? [] : [ending],
      text: wanted === '' ? null : wanted,
    }),
    [serverId, client, kind, ending, wanted],
  );
  const narrowed = wanted !== '' || ending !== null || kind !== null;
  const showAll = (): void => {
    setText('');
    setEnding(null);
    setKind(null);
    if (chosen !== null)
      void navigate({ search: { view: 'approvals', ...(item === undefined ? {} : { item }) } });
  };
  return (
    <Panes
      listLabel={t('common.approvalsPane')}
      chosen={item !== undefined}
      list={
        <ListPane
          title={t('app.nav.activity')}
          actions={
            <>
              <ServerFilter
                value={chosen}
                withClients
                onChange={(next) =>
                  void navigate({
                    search: { view: 'approvals', ...(next === null ? {} : { filter: next }) },
                  })
                }
              />
              <Tooltip label={t('activity.approval.export')}>
                <ActionIcon
                  aria-label={t('activity.approval.export')}
                  loading={save.isPending}
                  onClick={() => save.mutate({ filter })}
                >
                  <Icon name="download" size={14} />
                </ActionIcon>
              </Tooltip>
              <ClearButton what="approvals" serverId={serverId} client={client} />
            </>
          }
          search={{
            label: t('activity.approval.search'),
            value: text,
            onChange: setText,
            onEnterList: () => list.current?.focus(),
          }}
          notice={
            <>
              <TabSwitch tab="approvals" onTab={onTab} />
              <div className={styles['activity-filters']}>
                <Select
                  aria-label={t('activity.filter.type')}
                  allowDeselect={false}
                  data={typeChoices()}
                  value={kind ?? ''}
                  onChange={(value) => setKind(KIND_NAMES.find((each) => each === value) ?? null)}
                />
                <Select
                  aria-label={t('common.status')}
                  allowDeselect={false}
                  data={statusChoices()}
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
            onSelect={({ id }, by) =>
              void navigate({
                search: { view: 'approvals', item: id, ...(chosen === null ? {} : { filter: chosen }) },
                replace: by === 'pass',
              })
            }
            handle={list}
            empty={<NoRecords narrowed={narrowed} filter={chosen} onAll={showAll} />}
          />
        </ListPane>
      }
      detail={
        item === undefined ? (
          <EmptyState icon="approval" title={t('common.selectAnApproval')} />
        ) : (
          <RecordDetail key={item} id={item as ApprovalRecordId} />
        )
      }
    />
  );
}

interface NoRecordsProps {
  /** Whether a text is searched for, or a type or status is chosen. */
  narrowed: boolean;
  /** The server or client whose approvals alone are listed. */
  filter: SourceId | null;
  onAll: () => void;
}

function NoRecords({ narrowed, filter, onAll }: NoRecordsProps): ReactNode {
  const owner = useOwnerName(filter);
  if (!narrowed && filter === null) {
    return (
      <EmptyState icon="approval" title={t('common.noDecisionsYet')}>
        {t('activity.approval.noneHelp')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="search"
      title={t('activity.approval.noMatch')}
      role="status"
      actions={
        <Button size="xs" onClick={onAll}>
          {t('activity.approval.showAll')}
        </Button>
      }
    >
      {owner === null ? undefined : t('activity.approval.onlyOf', { owner })}
    </EmptyState>
  );
}
