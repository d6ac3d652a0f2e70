import { Button } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { WebtoolSnapshot, Message } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { needId } from '../../api/waiting';
import { stopOf } from '../../api/webtools';
import { Note } from '../../kit/Note';
import { VisibleText } from '../../kit/VisibleText';
import { formatMoment } from '../../lib/format';
import { notify, notifyError } from '../../lib/notify';
import { WebtoolReview } from './WebtoolReview';
import { MessageText } from '../../entities/message/MessageText';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';
import layout from '../../styles/layout.module.css';

/** What keeps a webtool from being used, or was found since it was reviewed, and what can be done about it. */
export function WebtoolNotice({ webtool }: { webtool: WebtoolSnapshot }): ReactNode {
  const navigate = useNavigate();
  const { state, checked } = webtool;
  return (
    <>
      {state.kind === 'refused' && (
        <Refused webtool={webtool} message={state.message} reviewable={state.reviewable} />
      )}
      {state.kind === 'off' && <Note icon="power">{t('servers.webtool.notice.disabled')}</Note>}
      <NeedsConfiguration
        webtool={webtool}
        actions={
          <Button
            size="xs"
            variant="filled"
            onClick={() =>
              void navigate({ to: '/servers', search: { server: webtool.id, tab: 'configuration' } })
            }
          >
            {t('servers.menu.openConfiguration')}
          </Button>
        }
      />
      {checked !== null && checked.found.kind === 'other' && !checked.found.keptOld && (
        <FoundOther webtool={webtool} pinId={checked.found.pinId} change={checked.found.change} />
      )}
      {(checked?.found.kind === 'gone' || checked?.found.kind === 'failed') && (
        <Unverified
          webtool={webtool}
          kind={checked.found.kind}
          at={checked.at}
          message={checked.found.message}
        />
      )}
    </>
  );
}

interface NeedsConfigurationProps {
  webtool: WebtoolSnapshot;
  actions?: ReactNode;
}

/** Which parts of its configuration a webtool lacks. */
export function NeedsConfiguration({ webtool: { state }, actions }: NeedsConfigurationProps): ReactNode {
  if (state.kind !== 'needsConfiguration') return null;
  return (
    <Note tone="lamp" icon="settings" role="status" actions={actions}>
      <span className={layout.b}>{t('servers.webtool.notice.needsConfiguration')}</span>{' '}
      <VisibleText
        text={state.faults.map(({ path, message }) => `${path} ${messageText(message)}`).join('; ')}
      />
      .
    </Note>
  );
}

interface UnverifiedProps {
  webtool: WebtoolSnapshot;
  kind: 'gone' | 'failed';
  at: number;
  message: Message;
}

/** Says that the last check for updates found no document, and since when the current one is not verified. */
function Unverified({ webtool, kind, at, message }: UnverifiedProps): ReactNode {
  return (
    <Note tone="lamp" icon="warning" role="status">
      <span className={layout.b}>{t(`servers.webtool.notice.${kind}`)}</span>{' '}
      <MessageText message={message} />{' '}
      {t('servers.webtool.notice.verified', {
        checked: formatMoment(at),
        verified: formatMoment(webtool.verifiedAt),
      })}
      {stopOf(webtool) === null && ` ${t('servers.webtool.notice.stillUsed')}`}
    </Note>
  );
}

type FoundProps = { webtool: WebtoolSnapshot } & Pick<
  Extract<NonNullable<WebtoolSnapshot['checked']>['found'], { kind: 'other' }>,
  'pinId' | 'change'
>;

function FoundOther({ webtool, pinId, change }: FoundProps): ReactNode {
  const [reviewing, setReviewing] = useState(false);
  const inbox = useInbox(webtool);
  const keep = useOperation('webtool.dismissUpdate', {
    onSuccess: () => notify(t('servers.webtool.kept', { webtool: webtool.label })),
    onError: notifyError,
  });
  return (
    <>
      <Note
        tone={change === 'newer' ? 'lamp' : 'bad'}
        icon={change === 'newer' ? 'info' : 'shieldWarning'}
        role="alert"
        actions={
          <>
            <Button
              size="xs"
              variant="filled"
              onClick={() => (webtool.need === null ? setReviewing(true) : inbox())}
            >
              {t('servers.webtool.reviewChanges')}
            </Button>
            <Button
              size="xs"
              variant="subtle"
              loading={keep.isPending}
              onClick={() => keep.mutate({ webtoolId: webtool.id })}
            >
              {t('servers.webtool.keep')}
            </Button>
          </>
        }
      >
        <span className={layout.b}>{t(`servers.webtool.notice.${change}`)}</span>{' '}
        {t(change === 'newer' ? 'servers.webtool.notice.newerHelp' : 'servers.webtool.notice.blockedHelp')}
      </Note>
      {reviewing && <WebtoolReview webtool={webtool} pinId={pinId} onClose={() => setReviewing(false)} />}
    </>
  );
}

interface RefusedProps {
  webtool: WebtoolSnapshot;
  message: Message;
  reviewable: boolean;
}

function Refused({ webtool, message, reviewable }: RefusedProps): ReactNode {
  const inbox = useInbox(webtool);
  // A check puts the bytes that were reviewed in the place of altered ones, if the address still has them.
  const restore = useOperation('webtool.check', {
    onSuccess: ({ label, state }) =>
      notify(
        t(`servers.webtool.${state.kind === 'refused' ? 'notRestored' : 'restored'}`, { webtool: label }),
      ),
    onError: notifyError,
  });
  return (
    <Note
      tone="bad"
      icon="shieldWarning"
      role="alert"
      actions={
        reviewable ? (
          <Button size="xs" variant="filled" onClick={inbox}>
            {t('servers.webtool.review')}
          </Button>
        ) : (
          webtool.url !== null && (
            <Button
              size="xs"
              variant="filled"
              loading={restore.isPending}
              onClick={() => restore.mutate({ webtoolId: webtool.id })}
            >
              {t('servers.webtool.restore')}
            </Button>
          )
        )
      }
    >
      <span className={layout.b}>{t('servers.webtool.notice.refused')}</span>{' '}
      <MessageText message={message} />
    </Note>
  );
}

/** Opens the review of a webtool among the approvals. */
function useInbox({ id }: WebtoolSnapshot): () => void {
  const navigate = useNavigate();
  return () => void navigate({ to: '/approvals', search: { item: needId(id) } });
}
