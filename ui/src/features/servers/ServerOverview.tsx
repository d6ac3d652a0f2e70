import { Button } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ServerDetail, ServerSnapshot } from '../../api/generated/contract';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { KeyringNote } from '../../entities/message/KeyringNote';
import { Icon } from '../../kit/Icon';
import { Skeleton } from '../../kit/Skeleton';
import { t } from '../../words/translate';
import { RecentCalls } from './RecentCalls';
import { ReviewNotice } from './ReviewNotice';
import { SelfReport } from './SelfReport';
import { Facts } from './ServerFacts';
import { ServerLists } from './ServerLists';
import { AskedSignIn, WantedAccess } from './SignIn';
import { StateNotice } from './StateNotice';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './servers.module.css';

interface ServerOverviewProps {
  server: ServerSnapshot;
  detail: ServerDetail | undefined;
  /** Why the details are not there. */
  trouble: { error: unknown; retry: () => void } | null;
}

/** State, what the server offers, what it did last, and the next step. */
export function ServerOverview({ server, detail, trouble }: ServerOverviewProps): ReactNode {
  return (
    <>
      <StateNotice server={server} />
      <AskedSignIn server={server} detail={detail} />
      <ReviewNotice server={server} />
      <WantedAccess server={server} detail={detail} />
      {needsSecret(detail) && <KeyringNote show="always" />}
      <NextStep server={server} />
      <div className={styles['page-cols']}>
        <div className={cx(layout.col, styles['page-main'])}>
          <Facts server={server} detail={detail} />
          <ServerLists server={server} />
          <RecentCalls owner={server.id} />
        </div>
        <div className={cx(layout.col, styles['page-side'])}>
          {detail === undefined && trouble === null && <Skeleton rows={4} />}
          {trouble !== null && <ErrorNotice error={trouble.error} onRetry={trouble.retry} />}
          {detail !== undefined && <SelfReport detail={detail} />}
        </div>
      </div>
    </>
  );
}

/** What to do with a server that runs and waits for nothing. */
function NextStep({ server: { id, state, review, counts } }: { server: ServerSnapshot }): ReactNode {
  const navigate = useNavigate();
  if (state.kind !== 'running' || review.changed + review.new > 0 || (counts.tools ?? 0) === 0) return null;
  return (
    <div className={layout.row}>
      <Button
        size="sm"
        variant="filled"
        leftSection={<Icon name="tool" size={14} />}
        onClick={() => void navigate({ to: '/tools', search: { filter: id } })}
      >
        {t('common.showTools')}
      </Button>
    </div>
  );
}

function needsSecret(detail: ServerDetail | undefined): boolean {
  if (detail === undefined || detail.config.kind === 'demo') return false;
  const values = detail.config.kind === 'http' ? detail.config.headers : detail.config.env;
  return values.some(({ value }) => value.kind === 'secret' && value.kept === 'missing');
}
