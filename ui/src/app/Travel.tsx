import { useRouter, type HistoryLocation } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { Icon } from '../kit/Icon';
import { ActionIcon } from '../kit/controls';
import { travelKeys } from '../lib/platform';
import { t } from '../words/translate';
import styles from './rail.module.css';

/** Where the person stands on the way they went, and how far they had come. */
interface Place {
  at: number;
  last: number;
}

/** Back and forward through the screens that were open. */
export function Travel(): ReactNode {
  const { history } = useRouter();
  const { at, last } = usePlace();
  const [backKeys = '', forwardKeys = ''] = travelKeys;
  return (
    <div className={styles['travel']} role="group" aria-label={t('common.history')}>
      <ActionIcon
        aria-label={t('app.travel.back')}
        title={t('app.travel.withKeys', { name: t('app.travel.back'), keys: backKeys })}
        disabled={at === 0}
        onClick={() => history.back()}
      >
        <Icon name="left" />
      </ActionIcon>
      <ActionIcon
        aria-label={t('app.travel.forward')}
        title={t('app.travel.withKeys', { name: t('app.travel.forward'), keys: forwardKeys })}
        disabled={at >= last}
        onClick={() => history.forward()}
      >
        <Icon name="right" />
      </ActionIcon>
    </div>
  );
}

/** The router numbers the places of its history. */
const placeOf = ({ state }: HistoryLocation): number => state['__TSR_index'];

/** The web view does not say what lies ahead, so it is counted. */
function usePlace(): Place {
  const { history } = useRouter();
  const [place, setPlace] = useState<Place>(() => {
    const at = placeOf(history.location);
    return { at, last: at };
  });
  useEffect(
    () =>
      history.subscribe(({ location, action }) => {
        const at = placeOf(location);
        setPlace(({ last }) => ({ at, last: action.type === 'PUSH' ? at : Math.max(last, at) }));
      }),
    [history],
  );
  return place;
}
