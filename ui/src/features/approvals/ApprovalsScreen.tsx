import { useHotkeys } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useAnswers, useClosedAsks } from '../../api/asks';
import type { ClosedAsk } from '../../api/asks';
import type { Ask, ServerId, ThemedIcon } from '../../api/generated/contract';
import { useAsks, useServers } from '../../api/queries';
import { EmptyState } from '../../components/EmptyState';
import { ErrorNotice } from '../../components/ErrorNotice';
import { ListPane } from '../../components/ListPane';
import { Panes } from '../../components/Panes';
import { SectionList } from '../../components/SectionList';
import type { ListSection } from '../../components/SectionList';
import { pointWire } from '../../lib/panels';
import { AskDetail } from './AskDetail';
import { AskOver } from './AskOver';
import { AskKeys } from './AskKeys';
import { AskRow, OverRow } from './AskRow';
import { forgetDraft } from './drafts';
import { askSentence, causeText, overText } from './words';
import './approvals.css';

type Entry = { kind: 'open'; ask: Ask } | { kind: 'over'; ask: Ask; over: ClosedAsk };

/** Everything servers ask of the person. Nothing here is answered by itself. */
export function ApprovalsScreen(): ReactNode {
  const { item } = useSearch({ from: '/approvals' });
  const navigate = useNavigate({ from: '/approvals' });
  const asks = useAsks();
  const closed = useClosedAsks();
  const answers = useAnswers();
  const iconOf = useServerIcons();

  const entries = useMemo(
    (): Entry[] => [
      ...(asks.data ?? []).map((ask): Entry => ({ kind: 'open', ask })),
      ...closed.map((over): Entry => ({ kind: 'over', ask: over.ask, over })),
    ],
    [asks.data, closed],
  );
  const chosen = entries.find(({ ask }) => ask.id === item);
  const first = asks.data?.[0]?.id;
  // The first question opens by itself, but a chosen one never gives way to another: nothing moves under the pointer.
  useEffect(() => {
    if (chosen === undefined && first !== undefined)
      void navigate({ search: { item: first }, replace: true });
  }, [chosen, first, navigate]);
  useEffect(() => {
    for (const { ask } of closed) forgetDraft(ask.id);
  }, [closed]);
  const server = chosen?.ask.serverId;
  useEffect(() => {
    if (server !== undefined) pointWire({ serverId: server });
  }, [server]);

  const step = (by: 1 | -1): void => {
    const next = entries[entries.findIndex(({ ask }) => ask.id === chosen?.ask.id) + by];
    if (next !== undefined) void navigate({ search: { item: next.ask.id } });
  };
  useHotkeys([
    ['J', () => step(1)],
    ['K', () => step(-1)],
    ['E', editFirstField],
  ]);

  return (
    <Panes
      listLabel="approvals"
      chosen
      list={
        <ListPane title="Approvals" count={asks.data?.length} loading={asks.isPending}>
          {asks.isError && (
            <ErrorNotice shape="pane" error={asks.error} onRetry={() => void asks.refetch()} />
          )}
          {entries.length > 0 && (
            <SectionList
              label="Approvals"
              rowHeight={68}
              sections={sectionsOf(entries)}
              itemKey={({ ask }) => ask.id}
              rowLabel={(entry) =>
                entry.kind === 'open'
                  ? `${entry.ask.serverLabel} ${askSentence(entry.ask)}, ${causeText(entry.ask)}`
                  : `${entry.ask.serverLabel}: ${overText(entry.over, answers.get(entry.ask.id))}`
              }
              renderRow={(entry) =>
                entry.kind === 'open' ? (
                  <AskRow ask={entry.ask} icon={iconOf(entry.ask.serverId)} />
                ) : (
                  <OverRow
                    over={entry.over}
                    answer={answers.get(entry.ask.id)}
                    icon={iconOf(entry.ask.serverId)}
                  />
                )
              }
              selected={chosen?.ask.id ?? null}
              onSelect={({ ask }) => void navigate({ search: { item: ask.id } })}
            />
          )}
          {asks.data !== undefined && entries.length === 0 && (
            <EmptyState icon="approval" title="Nothing waits for you">
              When a server asks you something, it stands here until you answer.
            </EmptyState>
          )}
          <AskKeys />
        </ListPane>
      }
      detail={
        chosen === undefined ? (
          <EmptyState icon="approval" title="No question is open">
            Servers can ask you for values, to open a page, to use a model, or for folders. You decide what
            they get.
          </EmptyState>
        ) : chosen.kind === 'open' ? (
          <AskDetail key={chosen.ask.id} ask={chosen.ask} icon={iconOf(chosen.ask.serverId)} />
        ) : (
          <AskOver
            over={chosen.over}
            answer={answers.get(chosen.ask.id)}
            icon={iconOf(chosen.ask.serverId)}
          />
        )
      }
    />
  );
}

/** Puts the cursor into the first field of the question that is open. */
function editFirstField(): void {
  document.querySelector<HTMLElement>('.ask-detail .ask-fields :is(input, textarea)')?.focus();
}

function sectionsOf(entries: readonly Entry[]): ListSection<Entry>[] {
  const open = entries.filter((entry) => entry.kind === 'open');
  const over = entries.filter((entry) => entry.kind === 'over');
  return [
    ...(open.length > 0 ? [{ key: 'open', label: 'Waiting for you', header: null, items: open }] : []),
    ...(over.length > 0
      ? [
          {
            key: 'over',
            label: 'Over',
            header: <span className="label">Over, in this run</span>,
            items: over,
          },
        ]
      : []),
  ];
}

function useServerIcons(): (serverId: ServerId) => ThemedIcon | null {
  const servers = useServers().data ?? [];
  return (serverId) => servers.find((server) => server.id === serverId)?.icon ?? null;
}
