import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { showMessage } from '../lib/notify';
import { visibleString } from '../lib/visible';
import styles from './undoToast.module.css';

/** A message with a button is shown for so long. */
const SHOWN_MS = 8_000;

/** Says that something was done, and offers what may follow. */
export function notifyWithAction(message: string, action: { label: string; run: () => void }): void {
  const said = visibleString(message);
  const id = crypto.randomUUID();
  const run = () => {
    notifications.hide(id);
    action.run();
  };
  showMessage(said, {
    id,
    autoClose: SHOWN_MS,
    message: (
      <span className={styles.offer}>
        <span className={styles.message}>{said}</span>
        <Button size="xs" variant="subtle" color="accent" onClick={run}>
          {action.label}
        </Button>
      </span>
    ),
  });
}
