import { Button } from '../../kit/controls';
import { notifications } from '@mantine/notifications';
import { closeButtonProps } from '../../lib/notify';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './policies.module.css';

/** As long as the offer stands there. */
const OFFERED_MS = 8_000;

/** Says that something was done, with the way back. */
export function offerUndo(message: string, undo: () => void): void {
  const id = notifications.show({
    autoClose: OFFERED_MS,
    closeButtonProps: closeButtonProps(),
    message: (
      <span className={cx(styles.row, layout.row)}>
        {message}
        <Button
          size="compact-xs"
          variant="subtle"
          className={cx(layout.end)}
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          {t('common.undo')}
        </Button>
      </span>
    ),
  });
}
