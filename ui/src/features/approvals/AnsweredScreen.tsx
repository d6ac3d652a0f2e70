import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ALL_RECORDS } from '../../api/approvalRecords';
import type { ApprovalRecordFilter, ApprovalRecordId } from '../../api/generated/contract';
import { EmptyState } from '../../components/EmptyState';
import { ListPane } from '../../components/ListPane';
import { Panes } from '../../components/Panes';
import { RecordDetail } from '../../components/Records/RecordDetail';
import { RecordList } from '../../components/Records/RecordList';
import type { SectionListHandle } from '../../components/SectionList';
import { Tabs } from './Tabs';

/** Questions that were put to the person and are over, of every day. */
export function AnsweredScreen(): ReactNode {
  const { item } = useSearch({ from: '/approvals' });
  const navigate = useNavigate({ from: '/approvals' });
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text.trim(), 150);
  const list = useRef<SectionListHandle>(null);
  const filter = useMemo(
    (): ApprovalRecordFilter => ({
      ...ALL_RECORDS,
      endings: ['accepted', 'declined', 'cancelled', 'moot'],
      text: wanted === '' ? null : wanted,
    }),
    [wanted],
  );
  return (
    <Panes
      listLabel="approvals"
      chosen={item !== undefined}
      list={
        <ListPane
          title="Approvals"
          search={{
            label: 'Search what was answered',
            value: text,
            onChange: setText,
            onEnterList: () => list.current?.focus(),
          }}
          notice={<Tabs />}
        >
          <RecordList
            filter={filter}
            selected={item ?? null}
            onSelect={({ id }) => void navigate({ search: { view: 'answered', item: id } })}
            handle={list}
            empty={
              <EmptyState
                icon="approval"
                title={wanted === '' ? 'Nothing was answered yet' : 'No question matches'}
              >
                {wanted === '' && 'Every question and your answer to it is kept here, and in the activity.'}
              </EmptyState>
            }
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
