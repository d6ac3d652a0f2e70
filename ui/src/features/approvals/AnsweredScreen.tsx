import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ALL_RECORDS } from '../../api/approvalRecords';
import type { ApprovalRecordFilter, ApprovalRecordId } from '../../api/generated/contract';
import { EmptyState } from '../../kit/EmptyState';
import { ListPane } from '../../kit/ListPane';
import { Panes } from '../../entities/layout/Panes';
import { RecordDetail } from '../../entities/record/RecordDetail';
import { RecordList } from '../../entities/record/RecordList';
import type { SectionListHandle } from '../../kit/SectionList';
import { t } from '../../words/translate';
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
      listLabel={t('common.approvalsPane')}
      chosen={item !== undefined}
      list={
        <ListPane
          title={t('common.approvals')}
          search={{
            label: t('approvals.answered.search'),
            value: text,
            onChange: setText,
            onEnterList: () => list.current?.focus(),
          }}
          notice={<Tabs />}
        >
          <RecordList
            filter={filter}
            selected={item ?? null}
            onSelect={({ id }, by) =>
              void navigate({ search: { view: 'answered', item: id }, replace: by === 'pass' })
            }
            handle={list}
            empty={
              <EmptyState
                icon="approval"
                title={t(wanted === '' ? 'common.noDecisionsYet' : 'approvals.answered.noMatch')}
              >
                {wanted === '' && t('approvals.answered.help')}
              </EmptyState>
            }
          />
        </ListPane>
      }
      detail={
        item === undefined ? (
          <EmptyState icon="approval" title={t('approvals.answered.select')} />
        ) : (
          <RecordDetail key={item} id={item as ApprovalRecordId} />
        )
      }
    />
  );
}
