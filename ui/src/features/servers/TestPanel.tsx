import type { ReactNode } from 'react';
import type { Counts, TestReport, TestStep } from '../../api/generated/contract';
import { Icon, Spinner } from '../../components/Icon';
import { Quote } from '../../components/Quote';
import { VisibleText } from '../../components/VisibleText';
import { count, formatDuration } from '../../lib/format';
import { verdictOf } from './useServerForm';
import type { TestState } from './useServerForm';
import { ERAS, TRANSPORTS } from './words';

interface TestPanelProps {
  test: TestState;
  /** What the server is called in the form. */
  label: string;
}

/** What *Test connection* found: steps, the server's own last words, and what to do. */
export function TestPanel({ test, label }: TestPanelProps): ReactNode {
  if (test.kind === 'running') {
    return (
      <section className="test" aria-label="Test" aria-busy>
        <div className="row test-head">
          <Spinner size={16} />
          <span className="b">Testing the connection</span>
          <span className="fs12 t2">It is started, looked at and stopped again.</span>
        </div>
      </section>
    );
  }
  if (test.kind !== 'done') return null;
  return <Report report={test.report} label={label} />;
}

const SHOWN = {
  works: { look: 'test passed', icon: 'check' },
  needsSignIn: { look: 'test', icon: 'lock' },
  failed: { look: 'test failed', icon: 'warning' },
} as const;

const STEPS = {
  works: { tone: 'ok', icon: 'check', label: 'passed' },
  needsSignIn: { tone: 't2', icon: 'lock', label: 'needs sign-in' },
  failed: { tone: 'bad', icon: 'close', label: 'failed' },
} as const;

function Report({ report, label }: { report: TestReport; label: string }): ReactNode {
  const { failure, negotiated } = report;
  const name = label.trim() === '' ? 'The server' : label;
  const verdict = verdictOf(report);
  const titles = { works: `${name} works`, needsSignIn: 'Needs sign-in', failed: 'The test failed' };
  const stderr =
    failure !== null && failure.stderr.length > report.stderr.length ? failure.stderr : report.stderr;
  return (
    <section className={SHOWN[verdict].look} aria-label="Test" role="status">
      <div className="row test-head">
        <Icon name={SHOWN[verdict].icon} />
        <span className="bb">{titles[verdict]}</span>
        <span className="end fs12 t2 num">test ended after {formatDuration(report.durationMs)}</span>
      </div>
      <div className="test-body">
        {failure !== null && (
          <p className="wrap">
            <VisibleText text={failure.summary} /> {verdict === 'failed' && failure.nextStep}
          </p>
        )}
        {failure === null && negotiated !== null && (
          <p className="wrap">
            It calls itself <VisibleText text={negotiated.serverTitle ?? negotiated.serverName} />{' '}
            <span className="mono">{negotiated.serverVersion}</span>, speaks {negotiated.protocolVersion} (
            {ERAS[negotiated.era]})
            {negotiated.endpoint !== null && (
              <>
                {' '}
                over {TRANSPORTS[negotiated.endpoint.transport]} at{' '}
                <span className="mono">{negotiated.endpoint.url}</span>
              </>
            )}{' '}
            and offers {offered(report.counts)}.
          </p>
        )}
        <div className="test-cols">
          <ol>
            {report.steps.map((step) => (
              <Step key={step.name} step={step} verdict={verdict} />
            ))}
          </ol>
          {stderr.length > 0 && (
            <Quote server={{ label: name, icon: null }} verb="wrote to stderr" block>
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

/** One step. One that did not pass is shown as what the test says. */
function Step({ step, verdict }: { step: TestStep; verdict: keyof typeof STEPS }): ReactNode {
  const { tone, icon, label } = STEPS[step.passed ? 'works' : verdict];
  return (
    <li className="row fs12 test-step">
      <span className={tone}>
        <Icon name={icon} size={14} label={label} />
      </span>
      <span className={step.passed ? '' : 'b'}>{step.name}</span>
      <span className="t3 end mono num cut" title={step.note ?? undefined}>
        {step.passed || step.note === null ? formatDuration(step.durationMs) : step.note}
      </span>
    </li>
  );
}

/** "3 tools and 2 prompts", or "nothing yet". */
function offered(counts: Counts): string {
  const parts = [
    counts.tools === null ? '' : count(counts.tools, 'tool'),
    counts.resources === null ? '' : count(counts.resources, 'resource'),
    counts.templates === null ? '' : count(counts.templates, 'template'),
    counts.prompts === null ? '' : count(counts.prompts, 'prompt'),
  ].filter((part) => part !== '');
  if (parts.length < 2) return parts[0] ?? 'nothing';
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
