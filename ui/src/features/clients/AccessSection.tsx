import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ClientSnapshot } from '../../api/generated/contract';
import { useAnswer, useOperation } from '../../api/queries';
import { AnsweredRequests } from '../../entities/client/AnsweredRequests';
import { ClientAccess } from '../../entities/client/ClientAccess';
import { useAccessDraft } from '../../entities/client/drafts';
import { sameProfile, searches } from '../../entities/client/profile';
import { ToolListing } from '../../entities/client/ToolListing';
import { Button } from '../../kit/controls';
import { cx } from '../../lib/cx';
import { notify, notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import styles from './clients.module.css';

/** What a client may see, saved by one button. Whether it is paused or blocked stays as it is. */
export function AccessSection({ client }: { client: ClientSnapshot }): ReactNode {
  const [draft, change] = useAccessDraft(client);
  const save = useOperation('client.decide', {
    onSuccess: ({ name, ignoresListChanged }) => {
      change(null);
      const saved = ignoresListChanged ? 'clients.access.savedRestart' : 'clients.access.saved';
      notify(t(saved, { client: visibleString(name) }));
    },
    onError: notifyError,
  });
  const cost = useAnswer(
    'client.listingCost',
    { clientId: client.id, profile: draft },
    // The tools may have changed meanwhile; what was known before stays until it is known anew.
    { staleTime: 0, placeholderData: keepPreviousData },
  ).data;
  const isSame = sameProfile(draft, client.profile);
  return (
    <div className={styles.access}>
      <ClientAccess profile={draft} withFavorites={searches(draft, cost)} onChange={change} />
      <ToolListing profile={draft} cost={cost} onChange={change} />
      <AnsweredRequests answers={draft.answers} onChange={(answers) => change({ ...draft, answers })} />
      <div className={cx(layout.row, styles.answers)} data-changed={isSame ? undefined : true}>
        <Button
          size="xs"
          variant="filled"
          disabled={isSame}
          loading={save.isPending}
          onClick={() => save.mutate({ clientId: client.id, decision: { kind: 'limit', profile: draft } })}
        >
          {t('clients.access.save')}
        </Button>
        {!isSame && (
          <>
            <Button size="xs" variant="subtle" onClick={() => change(null)}>
              {t('clients.access.reset')}
            </Button>
            <span className={cx(layout.fs12, layout.t2)}>{t('clients.access.unsaved')}</span>
          </>
        )}
      </div>
    </div>
  );
}
