import type { ReactNode } from 'react';
import { AgreeButton } from '../../entities/review/AcceptButton';
import { Note } from '../../kit/Note';
import { t } from '../../words/translate';
import { useEnable } from './useEnable';
import type { Waiting } from './useEnable';
import { WhatRuns } from './WhatRuns';
import layout from '../../styles/layout.module.css';

/** What a server that was never enabled here runs, and enabling it by one press. */
export function FirstEnable({ waiting }: { waiting: Waiting }): ReactNode {
  const { enable, pending } = useEnable();
  const { launch } = waiting;
  return (
    <section aria-label={t('servers.enable.title')}>
      <Note icon="power">{t('servers.enable.ready')}</Note>
      <WhatRuns definition={launch.new} />
      <div className={layout.row}>
        <AgreeButton
          key={launch.fingerprint}
          variant="filled"
          loading={pending}
          onClick={() => void enable([waiting])}
        >
          {t('common.enable')}
        </AgreeButton>
      </div>
    </section>
  );
}
