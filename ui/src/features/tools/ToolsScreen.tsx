import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { KeptEntries } from '../../entities/catalog/KeptEntries';
import { Panes } from '../../entities/layout/Panes';
import { pointWire } from '../../lib/panels';
import { withFilter } from '../../lib/catalogRows';
import { toolKey } from './drafts';
import { ToolList } from './ToolList';
import { ToolPage } from './ToolPage';
import { t } from '../../words/translate';

/** All tools, and the page of the chosen one. */
export function ToolsScreen(): ReactNode {
  const { filter, server, item } = useSearch({ from: '/tools' });
  const navigate = useNavigate({ from: '/tools' });
  const isChosen = server !== undefined && item !== undefined;
  useEffect(() => {
    if (server !== undefined) pointWire({ serverId: server });
  }, [server]);

  return (
    <Panes
      listLabel={t('common.tools')}
      chosen={isChosen}
      list={
        <ToolList
          filter={filter ?? null}
          onFilter={(next) => void navigate({ search: (old) => withFilter(old, next) })}
          selected={isChosen ? toolKey(server, item) : null}
          onSelect={({ serverId, name }, by) =>
            void navigate({
              search: (old) => ({ ...old, server: serverId, item: name }),
              replace: by === 'pass',
            })
          }
        />
      }
      detail={
        isChosen ? (
          <ToolPage key={toolKey(server, item)} serverId={server} name={item} />
        ) : (
          <KeptEntries list="tools" filter={filter ?? null} title={t('tools.empty.select')} />
        )
      }
    />
  );
}
