import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { JsonValue, ServerId } from '../../api/generated/contract';
import { noteValues, useNoteOpened, useRecentValues } from '../../api/bookmarks';
import { useAnswer, useOperation, useServers } from '../../api/queries';
import { AddressLine } from '../../entities/content/AddressLine';
import { AsListed } from '../../entities/catalog/AsListed';
import { BookmarkButton } from '../../entities/catalog/Bookmark';
import { ArgumentForm } from '../../entities/arguments/ArgumentForm';
import { DetailHeader } from '../../kit/DetailHeader';
import { EmptyState } from '../../kit/EmptyState';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Quote } from '../../entities/message/Quote';
import { EntryIcon } from '../../entities/server/ServerIcon';
import { Skeleton } from '../../kit/Skeleton';
import { StoppedNote } from '../../entities/catalog/Stopped';
import { show, useShown, type Shown } from './got';
import { PromptResult } from './PromptResult';
import { withoutOmitted } from '../../words/omitted';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import { isObject, readJson } from '../../lib/json';
import layout from '../../styles/layout.module.css';
import styles from './prompts.module.css';

interface PromptDetailProps {
  serverId: ServerId;
  name: string;
}

/** One prompt: its arguments, and the messages its server makes of them. */
export function PromptDetail({ serverId, name }: PromptDetailProps): ReactNode {
  const server = useServers().data?.find((each) => each.id === serverId);
  const prompts = useAnswer('prompt.list', { serverId });
  const entry = { serverId, list: 'prompts' as const, key: name };
  const prompt = prompts.data?.flatMap(({ items }) => items).find((each) => each.name === name);
  useNoteOpened(entry, prompt?.title);
  const recent = useRecentValues(serverId, 'prompts', name).data;
  const shown = useShown(serverId, name);
  const rerun = useRouterState({ select: ({ location }) => location.state.rerun });
  // Begins with the arguments of an earlier request that is to be made again, or of what is shown.
  const [values, setValues] = useState(() => firstValues(rerun, shown));
  // An earlier one that was looked at elsewhere shows its messages.
  const earlier = useRouterState({ select: ({ location }) => location.state.earlier });
  useEffect(() => {
    if (earlier !== undefined) show(serverId, name, { kind: 'history', id: earlier });
  }, [earlier, serverId, name]);
  const asked = useOperation('prompt.get');
  const get = (given: Record<string, string>): void => {
    const at = Date.now();
    // What comes is kept also where the person has gone elsewhere; a failure is shown below.
    asked.mutateAsync({ serverId, name, arguments: given }).then(
      (outcome) => {
        show(serverId, name, { kind: 'got', got: { serverId, name, at, arguments: given, outcome } });
        noteValues(entry, given);
      },
      () => undefined,
    );
  };

  if (prompts.isError) {
    return <ErrorNotice shape="pane" error={prompts.error} onRetry={() => void prompts.refetch()} />;
  }
  if (prompts.data === undefined) return <Skeleton rows={4} />;
  if (prompt === undefined) {
    return (
      <EmptyState icon="prompt" title={t('prompts.gone.title')}>
        {server === undefined ? t('prompts.gone.removed') : t('prompts.gone.help', { server: server.label })}
      </EmptyState>
    );
  }
  return (
    <article className={styles.prompt} aria-label={visibleString(prompt.title)}>
      <DetailHeader
        icon={<EntryIcon icon={prompt.icon} fallback="prompt" size={32} />}
        title={prompt.title}
        name={prompt.name}
        actions={
          <>
            <AsListed serverId={serverId} list="prompts" entry={name} title={prompt.title} />
            <BookmarkButton entry={{ ...entry, title: prompt.title }} />
          </>
        }
      >
        <AddressLine server={server} />
      </DetailHeader>
      <div className={styles['prompt-panes']}>
        <div className={cx(styles['prompt-form'], layout.scrolls)}>
          <StoppedNote serverId={serverId} kind="prompt" name={name} />
          {prompt.description !== null && <Quote text={prompt.description} />}
          <ArgumentForm
            serverId={serverId}
            reference={{ kind: 'prompt', name }}
            arguments={prompt.arguments}
            recent={recent}
            values={values}
            onValues={setValues}
            action={t('prompts.get')}
            busy={asked.isPending}
            onSubmit={get}
          >
            {prompt.arguments.length === 0 && (
              <p className={cx(layout.t3, layout.fs12)}>{t('prompts.noArguments')}</p>
            )}
          </ArgumentForm>
        </div>
        <div className={styles['prompt-result']}>
          {asked.isError && (
            <div className={styles['prompt-error']}>
              <ErrorNotice error={asked.error} />
            </div>
          )}
          {asked.isPending && <Skeleton rows={4} />}
          {!asked.isPending && <PromptResult prompt={prompt} server={server} shown={shown} />}
        </div>
      </div>
    </article>
  );
}

function firstValues(rerun: string | undefined, shown: Shown | null): Record<string, string> {
  const reading = rerun === undefined ? null : readJson(rerun);
  if (reading?.kind === 'value') return textsOf(reading.value);
  return shown?.kind === 'got' ? textsOf(shown.got.arguments) : {};
}

/** The arguments of a prompt that are kept; one that holds a secret is to be entered again. */
function textsOf(given: JsonValue): Record<string, string> {
  const { given: kept } = withoutOmitted(given);
  return isObject(kept)
    ? Object.fromEntries(
        Object.entries(kept).filter((each): each is [string, string] => typeof each[1] === 'string'),
      )
    : {};
}
