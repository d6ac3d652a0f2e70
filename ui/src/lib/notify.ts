import { notifications } from '@mantine/notifications';
import type { NotificationData } from '@mantine/notifications';
import { toApiError } from '../api/client';
import { presentError } from '../api/errors';
import { announce } from './announce';
import { visibleString } from './visible';
import { t } from '../words/translate';

/** Shows a message at the edge of the window. It is said by the announcer, and is no live region of its own. */
export function showMessage(said: string, data: NotificationData): void {
  notifications.show({
    role: 'group',
    closeButtonProps: { 'aria-label': t('shared.dismissMessage') },
    ...data,
  });
  announce(said, 'window');
}

/** Says briefly that something was done. */
export function notify(message: string): void {
  const shown = visibleString(message);
  showMessage(shown, { message: shown, autoClose: 4_000 });
}

/** Says that what the person asked for was not done. It stays as long as a failure does. */
export function notifyProblem(message: string): void {
  const shown = visibleString(message);
  showMessage(shown, { message: shown, autoClose: 12_000, color: 'danger' });
}

/** Says that background work failed. Work the person is looking at shows its error in place instead. */
export function notifyError(cause: unknown): void {
  const error = toApiError(cause);
  if (error.code === 'cancelled') return;
  const { title } = presentError(error);
  const message = visibleString(error.message);
  showMessage(`${title} ${message}`, { title, message, autoClose: 12_000, color: 'danger' });
}
