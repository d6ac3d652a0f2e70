import { Checkbox } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ServerId } from '../../api/generated/contract';
import { AgreeButton } from '../../entities/review/AcceptButton';
import { ServerIcon } from '../../entities/server/ServerIcon';
import { DetailHeader } from '../../kit/DetailHeader';
import { EmptyState } from '../../kit/EmptyState';
import { Icon } from '../../kit/Icon';
import { VisibleText } from '../../kit/VisibleText';
import { notify } from '../../lib/notify';
import { t } from '../../words/translate';
import styles from './enable.module.css';
import { useEnable, useWaiting } from './useEnable';
import type { Waiting } from './useEnable';
import { WhatRuns } from './WhatRuns';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import serversStyles from './servers.module.css';

/** All servers that were never enabled here, each with what it runs, enabled one by one or together. */
export function EnableView(): ReactNode {
  const waiting = useWaiting();
  const [left, setLeft] = useState<ReadonlySet<ServerId>>(new Set());
  const { enable, pending } = useEnable();
  const selected = waiting.filter(({ server }) => !left.has(server.id));
  const choose = (id: ServerId, on: boolean) => {
    const next = new Set(left);
    if (on) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  const run = async (some: readonly Waiting[]) => {
    const count = await enable(some);
    if (count > 0) notify(t('servers.enable.enabled', { count }));
  };
  const title = t('servers.enable.title');
  if (waiting.length === 0) {
    return (
      <EmptyState icon="power" title={t('servers.enable.none')}>
        {t('servers.enable.noneHelp')}
      </EmptyState>
    );
  }
  return (
    <>
      <DetailHeader icon={<Icon name="power" size={20} />} title={title}>
        {t('servers.enable.help')}
      </DetailHeader>
      <div className={styles.bar}>
        <Checkbox
          label={t('servers.enable.selectAll')}
          checked={selected.length === waiting.length}
          indeterminate={selected.length > 0 && selected.length < waiting.length}
          onChange={(event) =>
            setLeft(event.currentTarget.checked ? new Set() : new Set(waiting.map(({ server }) => server.id)))
          }
        />
        {selected.length > 0 && (
          <AgreeButton
            // Agreed to is what is selected: another choice is another button.
            key={selected.map(({ launch }) => launch.fingerprint).join()}
            variant="filled"
            loading={pending}
            onClick={() => void run(selected)}
          >
            {t('servers.enable.selected', { count: selected.length })}
          </AgreeButton>
        )}
      </div>
      <div className={cx(serversStyles.page, layout.scrolls)} role="region" aria-label={title} tabIndex={0}>
        <ul className={styles.list} aria-label={t('servers.enable.list')}>
          {waiting.map((one) => (
            <Row
              key={one.server.id}
              waiting={one}
              selected={!left.has(one.server.id)}
              onSelect={(on) => choose(one.server.id, on)}
              onEnable={() => void run([one])}
              loading={pending}
            />
          ))}
        </ul>
      </div>
    </>
  );
}

interface RowProps {
  waiting: Waiting;
  selected: boolean;
  onSelect: (selected: boolean) => void;
  onEnable: () => void;
  loading: boolean;
}

function Row({ waiting: { server, launch }, selected, onSelect, onEnable, loading }: RowProps): ReactNode {
  return (
    <li className={styles.row}>
      <Checkbox
        aria-label={t('servers.enable.select', { server: server.label })}
        checked={selected}
        onChange={(event) => onSelect(event.currentTarget.checked)}
      />
      <ServerIcon icon={server.icon} />
      <div className={styles.what}>
        <h3 className={styles.name}>
          <VisibleText text={server.label} />
        </h3>
        <WhatRuns definition={launch.new} />
      </div>
      <AgreeButton key={launch.fingerprint} loading={loading} onClick={onEnable}>
        {t('common.enableOf', { server: server.label })}
      </AgreeButton>
    </li>
  );
}
