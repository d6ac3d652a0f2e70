import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../kit/controls';
import { CopyText } from '../../kit/CopyText';
import { Icon } from '../../kit/Icon';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { HttpAccess } from './HttpAccess';
import styles from './clients.module.css';

const COMMAND = 'usher connect --as "Claude Code"';
const SERVER = { command: 'usher', args: ['connect', '--as', 'Claude Code'] };
const JSON_TEXT = JSON.stringify({ mcpServers: { usher: SERVER } }, null, 2);

/** How an agent is connected: found on this computer, or by the command and the configuration to copy. */
export function ConnectHelp(): ReactNode {
  const navigate = useNavigate();
  return (
    <article className={styles.help} aria-label={t('common.connectAgent')}>
      <h2>{t('common.connectAgent')}</h2>
      <Button
        className={styles.find}
        size="md"
        variant="filled"
        leftSection={<Icon name="search" size={14} />}
        onClick={() => void navigate({ to: '/clients/agents' })}
      >
        {t('clients.connect.find')}
      </Button>
      <p className={layout.t2}>{t('clients.connect.help')}</p>
      <Snippet title={t('clients.connect.json')} copy={t('clients.connect.copyJson')} text={JSON_TEXT} />
      <Snippet title={t('common.command')} copy={t('clients.connect.copyCommand')} text={COMMAND} />
      <p className={cx(layout.fs12, layout.t3)}>{t('clients.connect.asked')}</p>
      <HttpAccess />
    </article>
  );
}

function Snippet({ title, copy, text }: { title: string; copy: string; text: string }): ReactNode {
  return (
    <section aria-label={title}>
      <h3 className={layout.label}>{title}</h3>
      <CopyText text={text} copy={copy} />
    </section>
  );
}
