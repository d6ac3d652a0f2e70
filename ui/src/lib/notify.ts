import { notifications } from '@mantine/notifications';
import { toApiError } from '../api/client';
import { presentError } from '../api/errors';
import { visibleString } from './visible';
import { t } from '../words/translate';

/** What the cross of a message is called. */
const closeButtonProps = () => ({ 'aria-label': t('shared.dismissMessage') });

/** Says briefly that something was done. */
export function notify(message: string): void {
  notifications.show({
    message: visibleString(message),
    autoClose: 4_000,
    closeButtonProps: closeButtonProps(),
  });
}

/** Says that background work failed. Work the person is looking at shows its error in place instead. */
export function notifyError(cause: unknown): void {
  const error = toApiError(cause);
  if (error.code === 'cancelled') return;
  notifications.show({
    title: presentError(error).title,
    message: visibleString(error.message),
    autoClose: 12_000,
    color: 'danger',
    closeButtonProps: closeButtonProps(),
  });
}
