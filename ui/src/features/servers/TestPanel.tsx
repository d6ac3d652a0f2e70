import type { ReactNode } from 'react';
import type { Counts, Negotiated, TestReport, TestStep } from '../../api/generated/contract';
import { Icon, Spinner } from '../../kit/Icon';
import { Quote } from '../../entities/message/Quote';
import { VisibleText } from '../../kit/VisibleText';
import { formatDuration, formatList } from '../../lib/format';
import { verdictOf } from './useServerForm';
import type { TestState } from './useServerForm';
import { TRANSPORTS } from './words';
import { t } from '../../words/translate';
import { MessageText } from '../../entities/message/MessageText';
import { Hint } from '../../kit/Hint';

interface TestPanelProps {
  test: TestState;
  /** What the server is called in the form. */
  label: string;
}

/** What *Test connection* found: steps, the server's own last words, and what to do. */
export function TestPanel({ test, label }: TestPanelProps): ReactNode {
  if (test.kind === 'running') {
    return (
      <section className="test" aria-label={t('serverForm.test.label')} aria-busy>
        <div className="row test-head">
          <Spinner size={16} />
          <span className="b">{t('serverForm.test.running')}</span>
          <span className="fs12 t2">{t('serverForm.test.runningHelp')}</span>
        </div>
      </section>
    );
  }
  if (test.kind !== 'done') return null;
  return <Report report={test.report} label={label} />;
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
    <section className="test" data-verdict={verdict} aria-label={t('serverForm.test.label')} role="status">
      <div className="row test-head">
        <Icon name={SHOWN[verdict].icon} />
        <span className="bb">{titles[verdict]}</span>
        <span className="end fs12 t2 num">
          {t('serverForm.test.duration', { duration: formatDuration(report.durationMs) })}
        </span>
      </div>
      <div className="test-body">
        {failure !== null && (
          <p className="wrap">
            <MessageText message={failure.summary} />{' '}
            {verdict === 'failed' && <MessageText message={failure.nextStep} />}
          </p>
        )}
        {failure === null && negotiated !== null && (
          <p className="wrap">
            <Reported negotiated={negotiated} counts={report.counts} />
          </p>
        )}
        <div className="test-cols">
          <ol>
            {report.steps.map((step) => (
              <Step key={step.name} step={step} verdict={verdict} />
            ))}
          </ol>
          {stderr.length > 0 && (
            <Quote
              server={{ label: isUnnamed ? t('common.server') : label, icon: null }}
              verb={t('servers.page.wroteStderr')}
              block
            >
              <pre className="stderr scrolls">
                <VisibleText text={stderr.join('\n')} />
              </pre>
            </Quote>
          )}
        </div>
        {failure?.detail != null && (
          <p className="mono t3 wrap">
            <VisibleText text={failure.detail} />
          </p>
        )}
      </div>
    </section>
  );
}

/** What a server that answered says of itself. */
function Reported({ negotiated, counts }: { negotiated: Negotiated; counts: Counts }): ReactNode {
  const { endpoint } = negotiated;
  return (
    <>
      {t.rich('serverForm.test.report', {
        name: () => <VisibleText text={negotiated.serverTitle ?? negotiated.serverName} />,
        version: () => <span className="mono">{negotiated.serverVersion}</span>,
        protocol: negotiated.protocolVersion,
        capabilities: offered(counts),
      })}
      {endpoint !== null && (
        <>
          {' '}
          {t.rich('serverForm.test.endpoint', {
            transport: TRANSPORTS[endpoint.transport],
            url: () => <span className="mono">{endpoint.url}</span>,
          })}
        </>
      )}
    </>
  );
}

/** One step. One that did not pass is shown as what the test says. */
function Step({ step, verdict }: { step: TestStep; verdict: keyof typeof STEPS }): ReactNode {
  const { tone, icon, label } = STEPS[step.passed ? 'works' : verdict];
  return (
    <li className="row fs12 test-step">
      <span className={tone}>
        <Icon name={icon} size={14} label={t(label)} />
      </span>
      <span className={step.passed ? '' : 'b'}>{step.name}</span>
      <Hint className="t3 end mono num cut" label={step.note ?? undefined}>
        {step.passed || step.note === null ? formatDuration(step.durationMs) : step.note}
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
