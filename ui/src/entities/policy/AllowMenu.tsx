import { Button, Menu } from '../../kit/controls';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Grant } from '../../api/generated/contract';
import { t } from '../../words/translate';
import { Icon } from '../../kit/Icon';
import { useArmed } from '../../kit/useArmed';
import { UntilDay } from './UntilDay';
import { SPANS } from './words';
import styles from './allowMenu.module.css';

interface AllowMenuProps {
  size?: 'xs' | 'md';
  onPick: (grant: Grant) => void;
}

/** Runs a call and allows the next ones: how long is the choice. Like any answer it does nothing at first. */
export function AllowMenu({ size = 'md', onPick }: AllowMenuProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const { armed, isArmed } = useArmed(button);
  const [open, setOpen] = useState(false);
  const [picking, setPicking] = useState(false);
  return (
    <>
      <Menu position="top-end" opened={open} onChange={(next) => setOpen(next && isArmed())}>
        <Menu.Target>
          <Button
            ref={button}
            size={size}
            aria-disabled={!armed}
            rightSection={<Icon name="down" size={12} />}
          >
            {t('policies.allow.open')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('policies.allow.label')}</Menu.Label>
          <Menu.Item onClick={() => onPick({ kind: 'session' })}>{t('policies.allow.session')}</Menu.Item>
          {SPANS.map(({ name, ms }) => (
            <Menu.Item key={name} onClick={() => onPick({ kind: 'until', at: Date.now() + ms })}>
              {t(`policies.span.${name}`)}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setPicking(true)}>{t('policies.allow.untilDate')}</Menu.Item>
          <Menu.Item onClick={() => onPick({ kind: 'always' })}>
            <AlwaysAllow />
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <UntilDay
        open={picking}
        onClose={() => setPicking(false)}
        onPick={(at) => onPick({ kind: 'until', at })}
      />
    </>
  );
}

/** A menu line that allows a tool for good, and how long that is. */
export function AlwaysAllow(): ReactNode {
  return (
    <>
      <span>{t('policies.decision.always')}</span>
      <span className={styles.help}>{t('policies.allow.alwaysHelp')}</span>
    </>
  );
}
