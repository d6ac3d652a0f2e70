import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { ClientSnapshot } from '../../api/generated/contract';
import { useClientActions } from '../../entities/client/clientActions';
import { clientLabel } from '../../entities/client/words';
import { Button } from '../../kit/controls';
import { EmptyState } from '../../kit/EmptyState';
import { Icon } from '../../kit/Icon';
import { ListPane } from '../../kit/ListPane';
import { NoMatch } from '../../kit/NoMatch';
import { SectionList } from '../../kit/SectionList';
import type { ChosenBy } from '../../kit/rowChoice';
import type { SectionListHandle } from '../../kit/SectionList';
import { matches } from '../../lib/search';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { ClientRow } from './ClientRow';

interface ClientListProps {
  /** `undefined` = not known yet. */
  clients: readonly ClientSnapshot[] | undefined;
  loading: boolean;
  /** What stands in place of the list if it cannot be read. */
  trouble: ReactNode;
  selected: string | null;
  helpShown: boolean;
  onHelp: () => void;
  onSelect: (client: ClientSnapshot, by: ChosenBy) => void;
}

/** All clients, searched by name and program. */
export function ClientList(props: ClientListProps): ReactNode {
  const { clients, loading, trouble, selected, helpShown, onHelp, onSelect } = props;
  const [query, setQuery] = useState('');
  const list = useRef<SectionListHandle>(null);
  const actions = useClientActions();
  const found = useMemo(
    () =>
      (clients ?? []).filter(({ name, connectsAs, program, declared }) =>
        matches(query, name, connectsAs, program.path, program.parent, declared?.name, declared?.title),
      ),
    [clients, query],
  );
  const sections = useMemo(
    () => [{ key: 'all', label: t('clients.title'), header: null, items: found }],
    [found],
  );
  return (
    <ListPane
      title={t('clients.title')}
      count={clients?.length}
      loading={loading}
      actions={
        <Button
          size="xs"
          aria-pressed={helpShown}
          leftSection={<Icon name="plus" size={14} />}
          onClick={onHelp}
        >
          {t('common.connectAgent')}
        </Button>
      }
      search={{
        label: t('clients.search'),
        value: query,
        onChange: setQuery,
        onEnterList: () => list.current?.focus(),
      }}
    >
      {trouble ??
        (clients?.length === 0 ? (
          <EmptyState icon="terminal" title={t('clients.empty.title')}>
            {t('clients.empty.help')}
          </EmptyState>
        ) : found.length === 0 ? (
          <NoMatch
            query={query}
            names={() => (clients ?? []).map(({ name }) => name)}
            onTake={setQuery}
            help={t('clients.noMatch')}
          />
        ) : (
          <SectionList
            handle={list}
            label={t('clients.title')}
            keptAs="clients"
            rowHeight={48}
            sections={sections}
            itemKey={({ id }) => id}
            rowLabel={clientLabel}
            renderRow={renderClient}
            selected={selected}
            onSelect={onSelect}
            rowMenu={(client) => ({
              label: t('clients.menu', { client: visibleString(client.name) }),
              entries: actions(client),
            })}
          />
        ))}
    </ListPane>
  );
}

const renderClient = (client: ClientSnapshot): ReactNode => <ClientRow client={client} />;
