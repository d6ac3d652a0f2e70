import { Button } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PinKind, SourceId } from '../../api/generated/contract';
import { useStop } from '../../api/pins';
import { useStoppedWebtool } from '../../api/webtools';
import { Chip } from '../../kit/Chip';
import { Note } from '../../kit/Note';
import { StoppedChip, WebtoolStopped } from '../webtool/WebtoolStopped';
import { asServer } from '../../lib/sourceIds';
import { t } from '../../words/translate';

interface StoppedProps {
  serverId: SourceId;
  kind: PinKind;
  name: string;
}

/** On a row: that the item is not used before it was looked at. Nothing, if it is. */
export function StoppedMark({ serverId, kind, name }: StoppedProps): ReactNode {
  const stop = useStop(asServer(serverId), kind, name);
  const stopped = useStoppedWebtool(serverId);
  if (stopped !== null) return <StoppedChip reason={stopped.reason} />;
  switch (stop) {
    case null:
      return null;
    case 'new':
      return <Chip title={t('shared.review.newHelp')}>{t('common.new')}</Chip>;
    case 'changed':
      return (
        <Chip tone="lamp" title={t('shared.review.blockedHelp')}>
          {t('common.changed')}
        </Chip>
      );
  }
}

interface ReviewNeeded {
  /** What has to be done first, on a button. */
  label: string;
  open: () => void;
}

/** The review an item needs before it is used; `null` = none, or that of its webtool. */
export function useReviewNeeded({ serverId, kind, name }: StoppedProps): ReviewNeeded | null {
  const navigate = useNavigate();
  const stop = useStop(asServer(serverId), kind, name);
  if (stop === null) return null;
  return {
    label: t(stop === 'new' ? 'common.review' : 'common.reviewChange'),
    open: () => void navigate({ to: '/approvals', search: { server: serverId, item: `${kind}:${name}` } }),
  };
}

interface StoppedNoteProps extends StoppedProps {
  /** Whether the page has the button that leads to the review elsewhere. */
  button?: 'here' | 'elsewhere';
}

/** On an item's page: that it is not used before it was looked at, and the way there. Nothing, if it is. */
export function StoppedNote({ button = 'here', ...item }: StoppedNoteProps): ReactNode {
  const stop = useStop(asServer(item.serverId), item.kind, item.name);
  const review = useReviewNeeded(item);
  const stopped = useStoppedWebtool(item.serverId);
  if (stopped !== null) return <WebtoolStopped {...stopped} />;
  if (stop === null || review === null) return null;
  return (
    <Note
      tone="lamp"
      icon="pause"
      role="status"
      actions={
        button === 'here' && (
          <Button size="xs" onClick={review.open}>
            {review.label}
          </Button>
        )
      }
    >
      {t(stop === 'new' ? 'shared.review.required' : 'shared.review.changed')}
    </Note>
  );
}
