import { Button } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { WebtoolSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { needId } from '../../api/waiting';
import { notify, notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import { Chip } from '../../kit/Chip';
import { Note } from '../../kit/Note';
import { VisibleText } from '../../kit/VisibleText';
import { t } from '../../words/translate';
import layout from '../../styles/layout.module.css';

/** The badge of a stopped webtool, in lists and heads. */
export function StoppedChip({ reason }: { reason: string }): ReactNode {
  return (
    <Chip tone="lamp" title={visibleString(reason)}>
      {t('shared.webtool.blocked')}
    </Chip>
  );
}

interface WebtoolStoppedProps {
  webtool: WebtoolSnapshot;
  /** Why nothing of it runs. */
  reason: string;
}

/** On the page of an action: that nothing of its webtool runs, why, and what can be done about it. */
export function WebtoolStopped({ webtool, reason }: WebtoolStoppedProps): ReactNode {
  const { id, state } = webtool;
  const navigate = useNavigate();
  const check = useOperation('webtool.check', {
    onSuccess: ({ state: now }) => {
      if (now.kind === 'stopped') notify(t('shared.webtool.stillChanged', { webtool: webtool.label }));
    },
    onError: notifyError,
  });
  const isReviewable = state.kind === 'refused' && state.reviewable;
  return (
    <Note
      tone="lamp"
      icon="pause"
      role="status"
      actions={
        <>
          <Button
            size="xs"
            onClick={() =>
              void (webtool.need === null
                ? navigate({ to: '/servers', search: { server: id } })
                : navigate({ to: '/approvals', search: { item: needId(id) } }))
            }
          >
            {t(
              state.kind === 'stopped'
                ? 'common.reviewChange'
                : isReviewable
                  ? 'common.review'
                  : 'shared.webtool.show',
            )}
          </Button>
          {state.kind === 'stopped' && webtool.url !== null && (
            <Button
              size="xs"
              variant="subtle"
              loading={check.isPending}
              onClick={() => check.mutate({ webtoolId: id })}
            >
              {t('common.refresh')}
            </Button>
          )}
        </>
      }
    >
      {t.rich('shared.webtool.blockedBecause', {
        b: (text) => <span className={layout.b}>{text}</span>,
        reason: () => <VisibleText text={reason} />,
      })}
    </Note>
  );
}
