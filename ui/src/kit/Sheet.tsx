import { Drawer } from '@mantine/core';
import { ActionIcon } from './ActionIcon';
import type { ReactNode } from 'react';
import { Announcer } from './Announcer';
import { Icon } from './Icon';
import { t } from '../words/translate';
import { cx } from '../lib/cx';
import layout from '../styles/layout.module.css';
import styles from './sheet.module.css';

interface SheetProps {
  title: string;
  /** Called for the close button, Escape and a click beside the sheet. */
  onClose: () => void;
  footer: ReactNode;
  /** What has to be known before an answer is given. */
  notice?: ReactNode;
  children: ReactNode;
}

/** A sheet over the right of the window: a task of its own, with its answers at the foot. */
export function Sheet({ title, onClose, footer, notice, children }: SheetProps): ReactNode {
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position="right"
      size={664}
      offset={8}
      radius="lg"
      transitionProps={{ duration: 0 }}
    >
      <Drawer.Overlay className={styles['sheet-scrim']} backgroundOpacity={1} color="var(--scrim)" />
      {/* A `className` would be one of the layer around it, too. */}
      <Drawer.Content classNames={{ content: styles.sheet }}>
        <Announcer level="sheet" />
        <header className={styles['sheet-head']}>
          <Drawer.Title>{title}</Drawer.Title>
          <ActionIcon className={layout.end} aria-label={t('common.close')} onClick={onClose}>
            <Icon name="close" />
          </ActionIcon>
        </header>
        <div className={cx(styles['sheet-body'], layout.scrolls)}>{children}</div>
        <div>
          <div className={styles['sheet-notice']}>{notice}</div>
          <footer className={styles['sheet-foot']}>{footer}</footer>
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}
