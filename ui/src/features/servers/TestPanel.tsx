import type { ReactNode } from 'react';
import type { Counts, TestReport } from '../../api/generated/contract';
import { Icon, Spinner } from '../../components/Icon';
import { Quote } from '../../components/Quote';
import { VisibleText } from '../../components/VisibleText';
import { count, formatDuration } from '../../lib/format';
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

function Report({ report, label }: { report: TestReport; label: string }): ReactNode {
  const { failure, negotiated } = report;
  const name = label.trim() === '' ? 'The server' : label;
  const stderr =
    failure !== null && failure.stderr.length > report.stderr.length ? failure.stderr : report.stderr;
  return (
    <section className={failure === null ? 'test passed' : 'test failed'} aria-label="Test" role="status">
      <div className="row test-head">
        <Icon name={failure === null ? 'check' : 'warning'} />
        <span className="bb">{failure === null ? `${name} works` : 'The test failed'}</span>
        <span className="end fs12 t2 num">test ended after {formatDuration(report.durationMs)}</span>
      </div>
      <div className="test-body">
        {failure !== null && (
          <p className="wrap">
            <VisibleText text={failure.summary} /> {failure.nextStep}
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
              <li key={step.name} className="row fs12 test-step">
                <span className={step.passed ? 'ok' : 'bad'}>
                  <Icon
                    name={step.passed ? 'check' : 'close'}
                    size={14}
                    label={step.passed ? 'passed' : 'failed'}
                  />
                </span>
                <span className={step.passed ? '' : 'b'}>{step.name}</span>
                <span className="t3 end mono num cut" title={step.note ?? undefined}>
                  {step.passed || step.note === null ? formatDuration(step.durationMs) : step.note}
                </span>
              </li>
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
