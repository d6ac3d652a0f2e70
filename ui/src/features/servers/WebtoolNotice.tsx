import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { WebtoolChange, WebtoolSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { stopOf } from '../../api/webtools';
import { Note } from '../../components/Note';
import { VisibleText } from '../../components/VisibleText';
import { formatMoment } from '../../lib/format';
import { notify, notifyError } from '../../lib/notify';
import { WebtoolAgree } from './WebtoolAgree';
import { WebtoolReview } from './WebtoolReview';

const FOUND: Record<WebtoolChange, { title: string; more: string }> = {
  newer: {
    title: 'There is a new version.',
    more: 'You go on using the one you reviewed until you have looked at what is different.',
  },
  silent: {
    title: 'It was changed silently.',
    more: 'The server says something else under the same version number, which honest webtools do not do. Nothing of it runs until you have looked at what is different.',
  },
  downgraded: {
    title: 'The server went back to an older version.',
    more: 'An older version may lack what was mended since. Nothing of it runs until you have looked at what is different.',
  },
};

/** What keeps a webtool from being used, or was found since it was reviewed, and what can be done about it. */
export function WebtoolNotice({ webtool }: { webtool: WebtoolSnapshot }): ReactNode {
  const { state, checked, verifiedAt } = webtool;
  const used = stopOf(webtool) === null ? ' and is still used' : '';
  return (
    <>
      {state.kind === 'refused' && (
        <Refused webtool={webtool} message={state.message} reviewable={state.reviewable} />
      )}
      {state.kind === 'off' && (
        <Note icon="power">
          <span className="b">It is off.</span> None of its actions can be run.
        </Note>
      )}
      {state.kind === 'needsConfiguration' && (
        <Note tone="lamp" icon="settings" role="status">
          <span className="b">It needs to be configured</span> before anything can be run:{' '}
          <VisibleText text={state.faults.map(({ path, message }) => `${path} ${message}`).join('; ')} />.
        </Note>
      )}
      {checked !== null && checked.found.kind === 'other' && !checked.found.keptOld && (
        <FoundOther webtool={webtool} pinId={checked.found.pinId} change={checked.found.change} />
      )}
      {checked?.found.kind === 'gone' && (
        <Note tone="lamp" icon="warning" role="status">
          <span className="b">The server does not have it any more</span> ({formatMoment(checked.at)}). It is
          not verified since {formatMoment(verifiedAt)}. <VisibleText text={checked.found.message} /> What you
          reviewed stays pinned{used}; nobody can say whether it is still looked after.
        </Note>
      )}
      {checked?.found.kind === 'failed' && (
        <Note tone="lamp" icon="warning" role="status">
          <span className="b">Looking for a new version came to nothing</span> ({formatMoment(checked.at)}).
          It is not verified since {formatMoment(verifiedAt)}. <VisibleText text={checked.found.message} />{' '}
          What you reviewed stays pinned{used}.
        </Note>
      )}
    </>
  );
}

type FoundProps = { webtool: WebtoolSnapshot } & Pick<
  Extract<NonNullable<WebtoolSnapshot['checked']>['found'], { kind: 'other' }>,
  'pinId' | 'change'
>;

function FoundOther({ webtool, pinId, change }: FoundProps): ReactNode {
  const [reviewing, setReviewing] = useState(false);
  const keep = useOperation('webtool.dismissUpdate', {
    onSuccess: () => notify(`“${webtool.label}” stays as it is`),
    onError: notifyError,
  });
  const { title, more } = FOUND[change];
  return (
    <>
      <Note
        tone={change === 'newer' ? 'lamp' : 'bad'}
        icon={change === 'newer' ? 'info' : 'shieldWarning'}
        role="alert"
        actions={
          <>
            <Button size="xs" variant="filled" onClick={() => setReviewing(true)}>
              Review the changes
            </Button>
            <Button
              size="xs"
              variant="subtle"
              loading={keep.isPending}
              onClick={() => keep.mutate({ webtoolId: webtool.id })}
            >
              Keep the old one
            </Button>
          </>
        }
      >
        <span className="b">{title}</span> {more}
      </Note>
      {reviewing && <WebtoolReview webtool={webtool} pinId={pinId} onClose={() => setReviewing(false)} />}
    </>
  );
}

interface RefusedProps {
  webtool: WebtoolSnapshot;
  message: string;
  reviewable: boolean;
}

function Refused({ webtool, message, reviewable }: RefusedProps): ReactNode {
  const [reviewing, setReviewing] = useState(false);
  return (
    <>
      <Note
        tone="bad"
        icon="shieldWarning"
        role="alert"
        actions={
          reviewable && (
            <Button size="xs" variant="filled" onClick={() => setReviewing(true)}>
              Review it
            </Button>
          )
        }
      >
        <span className="b">It is stopped.</span> <VisibleText text={message} />
      </Note>
      {reviewing && <WebtoolAgree webtool={webtool} onClose={() => setReviewing(false)} />}
    </>
  );
}
