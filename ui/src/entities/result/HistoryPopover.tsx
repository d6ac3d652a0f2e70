import type { ReactNode } from 'react';
import { Button, Popover } from '../../kit/controls';
import { Icon } from '../../kit/Icon';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './historyPopover.module.css';

interface HistoryPopoverProps {
  /** On the button. */
  title: string;
  /** How many runs there are; `null` = none worth saying. */
  count: string | null;
  /** Accessible name of what opens. */
  label: string;
  open: boolean;
  onOpen: (open: boolean) => void;
  className?: string | undefined;
  children: ReactNode;
}

/** A button with earlier runs of one thing behind it. */
export function HistoryPopover(props: HistoryPopoverProps): ReactNode {
  const { title, count, label, open, onOpen, className, children } = props;
  return (
    <Popover opened={open} onChange={onOpen} position="bottom-end" width={380} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<Icon name="history" size={14} />}
          aria-expanded={open}
          onClick={() => onOpen(!open)}
        >
          {title}
          {count !== null && <span className={cx(styles.count, layout.num)}>{count}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={className}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
