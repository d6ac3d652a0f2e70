import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { ServerId } from '../../api/generated/contract';
import { noteValues, useNoteOpened, useRecentValues } from '../../api/bookmarks';
import { useAnswer, useOperation, useServers } from '../../api/queries';
import { AddressLine } from '../../entities/content/AddressLine';
import { AsListed } from '../../entities/catalog/AsListed';
import { BookmarkButton } from '../../entities/catalog/Bookmark';
import { ArgumentForm } from '../../entities/arguments/ArgumentForm';
import { DetailHeader } from '../../kit/DetailHeader';
import { EmptyState } from '../../kit/EmptyState';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { ExpandedUri } from '../../entities/content/ExpandedUri';
import { OpenResource } from '../../entities/content/LinkedResource';
import { CameFrom } from '../../entities/content/origin';
import { SaveButton, savedIds } from '../../entities/content/SaveButton';
import { EntryIcon } from '../../entities/server/ServerIcon';
import { Skeleton } from '../../kit/Skeleton';
import { neededVariables, previewUri } from '../../lib/uriTemplate';
import { StoppedNote } from '../../entities/catalog/Stopped';
import { Claims } from './ContentsFacts';
import { ReadView } from './ReadView';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './resources.module.css';

interface TemplateDetailProps {
  serverId: ServerId;
  uriTemplate: string;
}

/** A template: its variables with the server's proposals, the address they make, and what is read there. */
export function TemplateDetail({ serverId, uriTemplate }: TemplateDetailProps): ReactNode {
  const server = useServers().data?.find((each) => each.id === serverId);
  const templates = useAnswer('template.list', { serverId });
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const read = useOperation('template.read');
  const entry = { serverId, list: 'templates' as const, key: uriTemplate };
  const recent = useRecentValues(serverId, 'templates', uriTemplate).data;
  const needed = useMemo(() => neededVariables(uriTemplate), [uriTemplate]);
  const head = templates.data?.flatMap(({ items }) => items).find((each) => each.uriTemplate === uriTemplate);
  useNoteOpened(entry, head?.title);
  const uri = read.data?.uri;
  const ids = savedIds(read.data?.contents ?? []);
  useNoteOpened({ serverId, list: 'resources', key: uri ?? '' }, uri);

  if (templates.isError) {
    return <ErrorNotice shape="pane" error={templates.error} onRetry={() => void templates.refetch()} />;
  }
  if (templates.data === undefined) return <Skeleton rows={4} />;
  if (head === undefined) {
    return (
      <EmptyState icon="template" title={t('resources.template.gone')}>
        {server === undefined
          ? t('resources.template.goneHelpUnknown')
          : t('resources.template.goneHelp', { server: server.label })}
      </EmptyState>
    );
  }
  const title = head.title;
  return (
    <article className={styles.resource} aria-label={visibleString(title)}>
      <DetailHeader
        icon={<EntryIcon icon={head.icon} fallback="template" size={32} />}
        title={title}
        actions={
          <>
            <AsListed serverId={serverId} list="templates" entry={uriTemplate} title={title} />
            <BookmarkButton entry={{ ...entry, title }} />
          </>
        }
      >
        <AddressLine server={server} address={uriTemplate} />
      </DetailHeader>
      <StoppedNote serverId={serverId} kind="template" name={uriTemplate} />
      <div className={styles['template-form']}>
        <ArgumentForm
          serverId={serverId}
          reference={{ kind: 'template', uriTemplate }}
          arguments={head.variables.map((name) => ({
            name,
            title: name,
            description: null,
            required: needed.has(name),
          }))}
          recent={recent}
          values={values}
          onValues={setValues}
          action={t('resources.read')}
          busy={read.isPending}
          onSubmit={(variables) =>
            read.mutate(
              { serverId, uriTemplate, variables },
              { onSuccess: () => noteValues(entry, variables) },
            )
          }
        >
          <p className={styles['template-uri']}>
            <span className={layout.label}>{t('common.uri')}</span>
            <ExpandedUri parts={previewUri(uriTemplate, values)} />
          </p>
        </ArgumentForm>
      </div>
      {read.isError && (
        <div className={styles['resource-note']}>
          <ErrorNotice error={read.error} />
        </div>
      )}
      {read.data === undefined ? (
        <div className={styles['template-claims']}>
          <Claims server={server} description={head.description} annotations={head.annotations} />
        </div>
      ) : (
        <>
          <p className={cx(styles['template-read'], layout.fs12)}>
            <span className={layout.t3}>{t('resources.readFrom')}</span>
            <AddressLine server={undefined} address={read.data.uri} />
            <CameFrom value={{ kind: 'template', serverId, uriTemplate, title, at: read.data.readAt }}>
              <OpenResource serverId={serverId} uri={read.data.uri} name={read.data.uri} />
            </CameFrom>
            {ids.length > 0 && (
              <span className={layout.end}>
                <SaveButton ids={ids} />
              </span>
            )}
          </p>
          <ReadView
            key={read.data.readAt}
            outcome={read.data}
            title={title}
            serverLabel={server?.label ?? ''}
            side={<Claims server={server} description={head.description} annotations={head.annotations} />}
          />
        </>
      )}
    </article>
  );
}
