import { Button } from '../../kit/controls';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CatalogKind, Section, ServerSnapshot, SourceId } from '../../api/generated/contract';
import { useMarkViewed } from '../../api/markViewed';
import { useAnswer, useOperation } from '../../api/queries';
import { useResources } from '../../api/resources';
import { Icon } from '../../kit/Icon';
import { VisibleText } from '../../kit/VisibleText';
import { formatMoment, formatNumber } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';
import { MessageText } from '../../entities/message/MessageText';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import marksStyles from '../../kit/marks.module.css';
import styles from './servers.module.css';

const LISTS: readonly CatalogKind[] = ['tools', 'resources', 'templates', 'prompts'];

/** Each list of a server: how fresh it is, and its invalid items. */
export function ServerLists({ server }: { server: ServerSnapshot }): ReactNode {
  const refresh = useOperation('catalog.refresh', { onError: notifyError });
  useMarkViewed(LISTS, server.id);
  const lists = [
    {
      title: t('common.tools'),
      to: '/tools' as const,
      sections: useAnswer('tool.list', { serverId: server.id }).data,
    },
    { title: t('common.resources'), to: '/resources' as const, sections: useResources(server.id).data },
    {
      title: t('servers.lists.templates'),
      to: '/resources' as const,
      sections: useAnswer('template.list', { serverId: server.id }).data,
    },
    {
      title: t('common.prompts'),
      to: '/prompts' as const,
      sections: useAnswer('prompt.list', { serverId: server.id }).data,
    },
  ].flatMap(({ title, to, sections }) => {
    const section: Section<unknown, SourceId> | undefined = sections?.find(
      (each) => each.serverId === server.id,
    );
    return section === undefined || section.state.kind === 'notOffered' ? [] : [{ title, to, section }];
  });
  if (lists.length === 0 || server.state.kind === 'disabled') return null;
  return (
    <section aria-label={t('servers.lists.title')}>
      <div className={layout.row}>
        <h3 className={layout.label}>{t('servers.lists.title')}</h3>
        <Button
          className={layout.end}
          size="xs"
          variant="subtle"
          leftSection={<Icon name="refresh" size={14} />}
          disabled={server.state.kind !== 'running' || refresh.isPending}
          onClick={() => refresh.mutate({ serverId: server.id })}
        >
          {t('common.refresh')}
        </Button>
      </div>
      <dl className={cx(styles.kv, marksStyles.kv)}>
        {lists.map(({ title, to, section }) => (
          <ListLine
            key={title}
            title={
              <Link to={to} search={{ filter: server.id }}>
                {title}
              </Link>
            }
            section={section}
          />
        ))}
      </dl>
    </section>
  );
}

/** What the server says about the age of a list; most say nothing. */
function freshness(fetchedAt: number, freshUntil: number | null): string | null {
  if (freshUntil === null) return null;
  if (freshUntil <= fetchedAt) return t('servers.lists.notCached');
  return Date.now() < freshUntil
    ? t('servers.lists.cachedUntil', { time: formatMoment(freshUntil) })
    : t('servers.lists.expired');
}

/** In which state a list is. */
function conditionOf(state: Section<unknown, SourceId>['state']): string[] {
  switch (state.kind) {
    case 'ready': {
      const cached = freshness(state.fetchedAt, state.freshUntil);
      const loaded = t('servers.lists.loaded', { time: formatMoment(state.fetchedAt) });
      return cached === null ? [loaded] : [loaded, cached];
    }
    case 'loading':
      return [t('servers.lists.loading')];
    case 'offline':
      return [t('servers.lists.lastKnown')];
    default:
      return [];
  }
}

function ListLine({ title, section }: { title: ReactNode; section: Section<unknown, SourceId> }): ReactNode {
  const { state, items, broken } = section;
  return (
    <div className={styles['kv-line']}>
      <dt>{title}</dt>
      <dd>
        {formatNumber(items.length)}
        <span className={layout.t3}>{conditionOf(state).map((words) => `, ${words}`)}</span>
        {state.kind === 'failed' && (
          <p className={cx(layout.bad, layout.fs12, layout.wrap)}>
            {t.rich('servers.lists.failed', { message: () => <MessageText message={state.message} /> })}
          </p>
        )}
        {broken.length > 0 && (
          <details className={styles.raw}>
            <summary>{t('servers.lists.invalid', { count: broken.length })}</summary>
            <ul className={cx(layout.fs12, layout.t2, styles['page-list'])}>
              {broken.map(({ name, problem }) => (
                <li key={`${name ?? ''} ${messageText(problem)}`} className={layout.wrap}>
                  {name !== null && (
                    <>
                      <span className={cx(layout.mono, layout.b)}>
                        <VisibleText text={name} />
                      </span>
                      {': '}
                    </>
                  )}
                  <MessageText message={problem} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </dd>
    </div>
  );
}
