import type { ReactNode } from 'react';
import type { Counts, Negotiated, ServerId, TestReport, TestStep } from '../../api/generated/contract';
import { testProgress, testSignIn } from '../../api/live';
import { Icon, Spinner } from '../../kit/Icon';
import { Button } from '../../kit/controls';
import { CopyButton } from '../../kit/CopyButton';
import { Note } from '../../kit/Note';
import { OpenLink } from '../../entities/content/OpenLink';
import { Quote } from '../../entities/message/Quote';
import { useStore } from '../../lib/store';
import { originOf, SignInAddress } from './SignInAddress';
import { VisibleText } from '../../kit/VisibleText';
import { formatDuration, formatList, formatUptime } from '../../lib/format';
import { useNow } from '../../lib/now';
import { verdictOf } from './useServerForm';
import type { TestState } from './useServerForm';
import { TRANSPORTS } from './words';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';
import { MessageText } from '../../entities/message/MessageText';
import { Hint } from '../../kit/Hint';
import { cx } from '../../lib/cx';
import { Announced } from '../../kit/Announced';
import layout from '../../styles/layout.module.css';
import styles from './servers.module.css';

interface TestPanelProps {
  test: TestState;
  /** What the server is called in the form. */
  label: string;
  /** The server that is edited; `null` = none is saved. */
  serverId: ServerId | null;
  onCancel: () => void;
}

/** What *Test connection* found: steps, the server's own last words, and what to do. */
export function TestPanel({ test, label, serverId, onCancel }: TestPanelProps): ReactNode {
  const asked = useStore(testSignIn);
  const progress = useStore(testProgress);
  if (test.kind === 'running') {
    return (
      <section className={styles.test} aria-label={t('serverForm.test.label')} aria-busy>
        <div className={cx(layout.row, styles['test-head'])}>
          <Spinner size={16} />
          <span className={layout.b}>{t('serverForm.test.running')}</span>
          <span className={cx(layout.fs12, layout.t2)}>{t('serverForm.test.runningHelp')}</span>
          <Elapsed since={test.startedAt} />
        </div>
        {progress !== null && progress.testId === test.id && (
          <div className={styles['test-body']}>
            <StepsAndOutput {...progress} verdict="works" label={label} />
          </div>
        )}
        {asked !== null && asked.testId === test.id && (
          <Asked url={asked.url} serverId={serverId} onCancel={onCancel} />
        )}
      </section>
    );
  }
  if (test.kind !== 'done') return null;
  return <Report report={test.report} label={label} />;
}

function Elapsed({ since }: { since: number }): ReactNode {
  return (
    <span className={cx(layout.end, layout.fs12, layout.t3, layout.num)}>
      {formatUptime(Math.max(0, useNow() - since))}
    </span>
  );
}

interface AskedProps {
  url: string;
  serverId: ServerId | null;
  onCancel: () => void;
}

/** Where a program that is tested waits for a sign-in. What nobody has saved asks nothing: its address is copied. */
function Asked({ url, serverId, onCancel }: AskedProps): ReactNode {
  return (
    <Note
      tone="lamp"
      icon="lock"
      actions={
        <>
          {serverId === null ? (
            <CopyButton label={t('serverForm.test.copyAddress')} text={() => url} />
          ) : (
            <OpenLink serverId={serverId} address={url} place={{ kind: 'signIn' }} />
          )}
          <Button size="xs" variant="subtle" onClick={onCancel}>
            {t('serverForm.test.cancel')}
          </Button>
        </>
      }
      role="status"
    >
      <SignInAddress text="servers.state.needsSignIn" issuer={serverId === null ? url : originOf(url)} />
    </Note>
  );
}

const SHOWN = {
  works: { icon: 'check' },
  needsSignIn: { icon: 'lock' },
  failed: { icon: 'warning' },
} as const;

const STEPS = {
  works: { tone: 'ok', icon: 'check', label: 'serverForm.test.step.works' },
  needsSignIn: { tone: 't2', icon: 'lock', label: 'serverForm.test.step.needsSignIn' },
  failed: { tone: 'bad', icon: 'close', label: 'serverForm.test.step.failed' },
} as const;

function Report({ report, label }: { report: TestReport; label: string }): ReactNode {
  const { failure, negotiated } = report;
  const isUnnamed = label.trim() === '';
  const verdict = verdictOf(report);
  const titles = {
    works: isUnnamed ? t('serverForm.test.worksUnnamed') : t('serverForm.test.works', { server: label }),
    needsSignIn: t('serverForm.test.needsSignIn'),
    failed: t('serverForm.test.failed'),
  };
  const stderr =
    failure !== null && failure.stderr.length > report.stderr.length ? failure.stderr : report.stderr;
  return (
    <section className={styles.test} data-verdict={verdict} aria-label={t('serverForm.test.label')}>
      <div className={cx(layout.row, styles['test-head'])}>
        <Icon name={SHOWN[verdict].icon} />
        <Announced as="span" className={layout.bb}>
          {titles[verdict]}
        </Announced>
        <span className={cx(layout.end, layout.fs12, layout.t2, layout.num)}>
          {t('serverForm.test.duration', { duration: formatDuration(report.durationMs) })}
        </span>
      </div>
      <div className={styles['test-body']}>
        {failure !== null && (
          <p className={layout.wrap}>
            <MessageText message={failure.summary} />{' '}
            {verdict === 'failed' && <MessageText message={failure.nextStep} />}
          </p>
        )}
        {failure === null && negotiated !== null && (
          <p className={layout.wrap}>
            <Reported negotiated={negotiated} counts={report.counts} />
          </p>
        )}
        <StepsAndOutput steps={report.steps} stderr={stderr} verdict={verdict} label={label} />
        {failure?.detail != null && (
          <p className={cx(styles.mono, layout.mono, layout.t3, layout.wrap)}>
            <MessageText message={failure.detail} />
          </p>
        )}
      </div>
    </section>
  );
}

interface StepsAndOutputProps {
  steps: readonly TestStep[];
  stderr: readonly string[];
  verdict: keyof typeof STEPS;
  label: string;
}

/** How far a test came, beside what the program wrote. */
function StepsAndOutput({ steps, stderr, verdict, label }: StepsAndOutputProps): ReactNode {
  return (
    <div className={styles['test-cols']}>
      <ol>
        {steps.map((step) => (
          <Step key={step.name.code} step={step} verdict={verdict} />
        ))}
      </ol>
      {stderr.length > 0 && (
        <Quote
          server={{ label: label.trim() === '' ? t('common.server') : label, icon: null }}
          verb={t('servers.page.wroteStderr')}
          block
        >
          <pre className={cx(styles.stderr, layout.scrolls)}>
            <VisibleText text={stderr.join('\n')} />
          </pre>
        </Quote>
      )}
    </div>
  );
}

/** What a server that answered says of itself. */
function Reported({ negotiated, counts }: { negotiated: Negotiated; counts: Counts }): ReactNode {
  const { endpoint } = negotiated;
  return (
    <>
      {t.rich('serverForm.test.report', {
        name: () => <VisibleText text={negotiated.serverTitle ?? negotiated.serverName} />,
        version: () => <span className={cx(styles.mono, layout.mono)}>{negotiated.serverVersion}</span>,
        protocol: negotiated.protocolVersion,
        capabilities: offered(counts),
      })}
      {endpoint !== null && (
        <>
          {' '}
          {t.rich('serverForm.test.endpoint', {
            transport: TRANSPORTS[endpoint.transport],
            url: () => <span className={cx(styles.mono, layout.mono)}>{endpoint.url}</span>,
          })}
        </>
      )}
    </>
  );
}

/** One step. One that did not pass is shown as what the test says. */
function Step({ step, verdict }: { step: TestStep; verdict: keyof typeof STEPS }): ReactNode {
  const { tone, icon, label } = STEPS[step.passed ? 'works' : verdict];
  const note = step.note === null ? undefined : messageText(step.note);
  return (
    <li className={cx(layout.row, layout.fs12, styles['test-step'])}>
      <span className={layout[tone]}>
        <Icon name={icon} size={14} label={t(label)} />
      </span>
      <span className={step.passed ? undefined : layout.b}>
        <MessageText message={step.name} />
      </span>
      <Hint
        className={cx(layout.t3, layout.end, styles.mono, layout.mono, layout.num, layout.cut)}
        label={note}
      >
        {step.passed || note === undefined ? formatDuration(step.durationMs) : <VisibleText text={note} />}
      </Hint>
    </li>
  );
}

const COUNTED = ['tools', 'resources', 'templates', 'prompts'] as const;

/** Such as "3 tools and 2 prompts". */
function offered(counts: Counts): string {
  const parts = COUNTED.flatMap((kind) => {
    const count = counts[kind];
    return count === null ? [] : [t(`common.count.${kind}`, { count })];
  });
  return parts.length === 0 ? t('serverForm.test.noCapabilities') : formatList(parts);
}
