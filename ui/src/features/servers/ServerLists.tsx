import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CatalogKind, Section, ServerSnapshot, SourceId } from '../../api/generated/contract';
import { useMarkViewed } from '../../api/markViewed';
import { useOperation, usePrompts, useResources, useTemplates, useTools } from '../../api/queries';
import { Icon } from '../../components/Icon';
import { VisibleText } from '../../components/VisibleText';
import { count, formatMoment } from '../../lib/format';
import { notifyError } from '../../lib/notify';

const LISTS: readonly CatalogKind[] = ['tools', 'resources', 'templates', 'prompts'];

/** Each list of a server: how fresh it is, and what in it cannot be used. */
export function ServerLists({ server }: { server: ServerSnapshot }): ReactNode {
  const refresh = useOperation('catalog.refresh', { onError: notifyError });
  useMarkViewed(LISTS, server.id);
  const lists = [
    { word: 'tool', sections: useTools(server.id).data },
    { word: 'resource', sections: useResources(server.id).data },
    { word: 'template', sections: useTemplates(server.id).data },
    { word: 'prompt', sections: usePrompts(server.id).data },
  ].flatMap(({ word, sections }) => {
    const section: Section<unknown, SourceId> | undefined = sections?.find(
      (each) => each.serverId === server.id,
    );
    return section === undefined || section.state.kind === 'notOffered' ? [] : [{ word, section }];
  });
  if (lists.length === 0 || server.state.kind === 'disabled') return null;
  return (
    <section aria-label="Lists">
      <div className="row">
        <h3 className="label">Lists</h3>
        <Button
          className="end"
          size="xs"
          variant="subtle"
          leftSection={<Icon name="refresh" size={14} />}
          disabled={server.state.kind !== 'running' || refresh.isPending}
          onClick={() => refresh.mutate({ serverId: server.id })}
        >
          Read again
        </Button>
      </div>
      <dl className="kv">
        {lists.map(({ word, section }) => (
          <ListLine key={word} word={word} section={section} />
        ))}
      </dl>
    </section>
  );
}

/** What the server says about the age of a list; most say nothing. */
function freshness(fetchedAt: number, freshUntil: number | null): string {
  if (freshUntil === null) return '';
  if (freshUntil <= fetchedAt) return ', again at each look';
  return Date.now() < freshUntil
    ? `, fresh until ${formatMoment(freshUntil)}`
    : ', again at the next look: its time is over';
}

function ListLine({ word, section }: { word: string; section: Section<unknown, SourceId> }): ReactNode {
  const { state, items, broken } = section;
  return (
    <div className="kv-line">
      <dt>{`${word.charAt(0).toUpperCase()}${word.slice(1)}s`}</dt>
      <dd>
        {items.length.toLocaleString('en')}
        {state.kind === 'ready' && (
          <span className="t3">
            , read {formatMoment(state.fetchedAt)}
            {freshness(state.fetchedAt, state.freshUntil)}
          </span>
        )}
        {state.kind === 'loading' && <span className="t3">, being read</span>}
        {state.kind === 'offline' && <span className="t3">, as last seen</span>}
        {state.kind === 'failed' && (
          <p className="bad fs12 wrap">
            Could not be read: <VisibleText text={state.message} />
          </p>
        )}
        {broken.length > 0 && (
          <details className="raw">
            <summary>{count(broken.length, word)} cannot be used</summary>
            <ul className="fs12 t2 page-list">
              {broken.map(({ name, problem }) => (
                <li key={`${name} ${problem}`} className="wrap">
                  <span className="mono b">
                    <VisibleText text={name} />
                  </span>
                  {': '}
                  <VisibleText text={problem} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </dd>
    </div>
  );
}
